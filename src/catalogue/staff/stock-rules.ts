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

/** What only adds pieces, and what only takes them away; the others do either. */
const ADD: readonly MoveReason[] = ["received", "returned"];
const TAKE: readonly MoveReason[] = ["damaged", "lost", "gift"];

/** Why so many pieces cannot be moved for this reason, if they cannot: the ledger would say what did not happen. */
export function moveFault(reason: MoveReason, delta: number): string | undefined {
  if (delta === 0) return "Say by how many pieces: 5 adds five, -5 takes five away.";
  if (delta < 0 && ADD.includes(reason))
    return "This reason adds pieces. To take some away, choose another reason.";
  if (delta > 0 && TAKE.includes(reason))
    return `This reason takes pieces away: write -${delta}. To add some, choose another reason.`;
  return undefined;
}

/** Most pieces that one move adds or takes away. */
export const MOVE_MAX = 10_000;

export const NOTE_MAX = 200;

/** From so few on, a size that shoppers see is low. */
export const LOW_STOCK = 5;
