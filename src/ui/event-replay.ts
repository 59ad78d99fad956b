declare global {
  interface Window {
    /** The events that the bootstrap script holds until hydration: taps, and the radio button chosen last. */
    replay?: {
      taps: HTMLElement[];
      chosen?: { name: string; value: string };
      stop: () => void;
    };
  }
}

/** Replays the taps from before hydration, each once and in order. */
export function replayTaps(): void {
  const { replay } = window;
  if (!replay) return;
  delete window.replay;
  // after the first effects have been rendered
  const whenDrawn = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
  whenDrawn(() => {
    // only now: an impatient second tap would count as another
    replay.stop();
    delete document.documentElement.dataset.signedIn;
    for (const tapped of replay.taps) {
      const element = tapped.isConnected ? tapped : findSame(tapped);
      element?.removeAttribute("aria-busy");
      element?.click();
    }
  });
}

/** The element that replaced it: React renders anew what a translation had changed. */
function findSame(element: HTMLElement): HTMLElement | undefined {
  const look = (one: HTMLElement) => [one.className, one.getAttribute("aria-label"), one.textContent].join();
  const alike = [...document.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (one) => look(one) === look(element),
  );
  return alike.length === 1 ? alike[0] : undefined;
}
