declare global {
  interface Window {
    /** What the start script keeps until the page is alive. */
    early?: { taps: HTMLElement[]; stop: () => void };
  }
}

/** Plays the taps that came before the page was alive, each button's once. */
export function playEarlyTaps(): void {
  const { early } = window;
  if (!early) return;
  delete window.early;
  early.stop();
  // once what the first effects have set is in the page
  setTimeout(() => {
    delete document.documentElement.dataset.signedIn;
    for (const button of early.taps) {
      button.removeAttribute("aria-busy");
      button.click();
    }
  });
}
