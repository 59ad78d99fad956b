declare global {
  interface Window {
    /** What the start script keeps until the page is alive: what was tapped, and the radio button chosen last. */
    early?: {
      taps: HTMLElement[];
      chosen?: { name: string; value: string };
      stop: () => void;
    };
  }
}

/** Plays the taps that came before the page was alive, each once and in their order. */
export function playEarlyTaps(): void {
  const { early } = window;
  if (!early) return;
  delete window.early;
  // once what the first effects have set is in the page
  const whenDrawn = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
  whenDrawn(() => {
    // not before: an impatient second tap would count beside the first
    early.stop();
    delete document.documentElement.dataset.signedIn;
    for (const tapped of early.taps) {
      const now = tapped.isConnected ? tapped : likeOf(tapped);
      now?.removeAttribute("aria-busy");
      now?.click();
    }
  });
}

/** Where a translation had changed the page, React has drawn it anew. */
function likeOf(tapped: HTMLElement): HTMLElement | undefined {
  const look = (one: HTMLElement) => [one.className, one.getAttribute("aria-label"), one.textContent].join();
  const alike = [...document.querySelectorAll<HTMLElement>(tapped.tagName)].filter(
    (one) => look(one) === look(tapped),
  );
  return alike.length === 1 ? alike[0] : undefined;
}
