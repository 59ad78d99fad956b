import { mulberry32 } from "../../simulators/random.ts";

export type Random = ReturnType<typeof randomFrom>;

/** Whole numbers and choices, the same for the same seed. */
export function randomFrom(seed: number) {
  const random = mulberry32(seed);
  /** A whole number from 0 to below `limit`. */
  const below = (limit: number) => Math.floor(random() * limit);
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
