/** Every place where src calls failPoint, in the order of a payment's life; inside a transaction, or after its commit. */
export const POINTS = [
  "held",
  "begun",
  "submitting",
  "answered",
  "accepted",
  "kept",
  "noted",
  "callback",
  "leased",
  "asked",
  "ordering",
  "paid",
  "settled",
  "understood",
  "written",
  "placed",
  "refunding",
  "returned",
  "refunded",
  "releasing",
  "released",
] as const;
export type Point = (typeof POINTS)[number];

/** What each run is about in turn: every point, and now and then a moment that nobody chose. */
export const PLAN: readonly (Point | "any moment")[] = [...POINTS, "any moment", "any moment", "any moment"];
