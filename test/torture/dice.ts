export type Dice = ReturnType<typeof diceOf>;

/** Mulberry32: the same throws for the same seed, everywhere. */
export function diceOf(seed: number) {
  let state = seed >>> 0;
  /** A whole number from 0 to below `below`. */
  function roll(below: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }
  return {
    roll,
    chance: (percent: number) => roll(100) < percent,
    pick<T>(from: readonly [T, ...T[]]): T {
      return from[roll(from.length)] ?? from[0];
    },
  };
}

/** The seed of one run of many: printed with a failure, it repeats that run alone. */
export function seedOf(seed: number, run: number): number {
  return run === 0 ? seed : diceOf(seed ^ Math.imul(run, 0x9e3779b1)).roll(2 ** 31);
}
