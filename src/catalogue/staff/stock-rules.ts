/** Why pieces came into stock, or left it, other than by a sale. */
export const MOVE_REASONS = [
  "received",
  "counted",
  "damaged",
  "lost",
  "returned",
  "gift",
  "correction",
] as const;
export type MoveReason = (typeof MOVE_REASONS)[number];

/** Those that whoever packs comes across. */
export const PACKING_REASONS: readonly MoveReason[] = ["received", "counted", "damaged"];

/** Most pieces that one move adds or takes away. */
export const MOVE_MAX = 10_000;

export const NOTE_MAX = 200;

/** From so few on, a size that shoppers see is low. */
export const LOW_STOCK = 5;
