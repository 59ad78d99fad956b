declare global {
  /** Set only by a test's preload: called at every point where a crash must not lose money. */
  var onFailPoint: ((name: string) => void) | undefined;
}

/** A point at which tests end the process; in the shop itself nothing happens. */
export function failPoint(name: string): void {
  globalThis.onFailPoint?.(name);
}
