import type { Tx } from "../platform/database/db.server.ts";
import { sampleRatings } from "./tables.server.ts";

/** So many of each number of stars: the four stars and 122 of the specification, §2. */
const SAMPLES = [
  { stars: 5, count: 47 },
  { stars: 4, count: 43 },
  { stars: 3, count: 20 },
  { stars: 2, count: 9 },
  { stars: 1, count: 3 },
];

/** Gives the sample products their sample ratings, in the transaction that adds them. */
export async function seedRatings(tx: Tx, productIds: readonly string[]): Promise<void> {
  await tx
    .insert(sampleRatings)
    .values(productIds.flatMap((productId) => SAMPLES.map((sample) => ({ productId, ...sample }))));
}
