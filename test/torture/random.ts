export type Random = ReturnType<typeof randomFrom>;

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  /** A whole number from 0 to below `limit`. */
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
  return {
    below,
    chance: (percent: number) => below(100) < percent,
    pick<T>(from: readonly [T, ...T[]]): T {
      return from[below(from.length)] ?? from[0];
    },
    /** A generator of its own, so that what one part draws changes nothing for the others. */
    fork: () => randomFrom(below(2 ** 31)),
  };
}

/** The seed of one run of many: printed with a failure, it repeats that run alone. */
export function seedOf(seed: number, run: number): number {
  return run === 0 ? seed : randomFrom(seed ^ Math.imul(run, 0x9e3779b1)).below(2 ** 31);
}
