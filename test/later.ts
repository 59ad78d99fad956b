import { afterAll, vi } from "vitest";

let later = 0;

/**
 * Lets so many milliseconds pass on the clock by which this process tells how old something in memory is. Timers do not
 * see it; the clock goes back when the file ends.
 */
export function pass(ms: number): void {
  later += ms;
}

/** To be called once in the file, before anything is opened. */
export function movesClock(): void {
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + later);
  afterAll(() => {
    spy.mockRestore();
    later = 0;
  });
}
