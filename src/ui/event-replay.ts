declare global {
  interface Window {
    /** Events that the bootstrap script holds until hydration: taps, the radio button chosen last, and what was put into the cart. */
    replay?: {
      taps: HTMLElement[];
      chosen?: { name: string; value: string };
      /** The size that a tap on this button has put into the cart, so that this tap is not replayed. */
      added?: { button: HTMLElement; size: string } | undefined;
      stop: () => void;
      /** Stops, as the page's scripts could not be loaded. */
      fail: () => void;
    };
    /** Watches whether the page's scripts are loaded (site/document/bootstrap-script.server.ts). */
    pageScripts?: {
      /** They are requested now. */
      begin: () => void;
      /** They are loaded. */
      done: () => void;
    };
  }
}

/** Replays the taps from before hydration, each once and in order. */
export function replayTaps(): void {
  const { replay } = window;
  window.pageScripts?.done();
  if (!replay) return;
  delete window.replay;
  // after the first effects have been rendered
  const whenDrawn = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
  whenDrawn(() => {
    // not earlier: an impatient second tap would count as another one
    replay.stop();
    delete document.documentElement.dataset.signedIn;
    delete document.documentElement.dataset.addressKept;
    for (const tapped of replay.taps) {
      const element = tapped.isConnected ? tapped : findSame(tapped);
      element?.removeAttribute("aria-busy");
      if (tapped !== replay.added?.button) element?.click();
    }
    document.querySelector("[data-count]")?.removeAttribute("data-count");
  });
}

/** The element that replaced it: React re-renders what a browser's translation had changed. */
function findSame(element: HTMLElement): HTMLElement | undefined {
  const look = (one: HTMLElement) => [one.className, one.getAttribute("aria-label"), one.textContent].join();
  const alike = [...document.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (one) => look(one) === look(element),
  );
  return alike.length === 1 ? alike[0] : undefined;
}
