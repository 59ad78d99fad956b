import { z } from "zod";
import { MOVE_MAX, MOVE_REASONS, NOTE_MAX } from "../../catalogue/staff/rules.ts";
import { answered, text } from "../../platform/input.ts";

// Calls of /api/staff/goods/:id/stock: what there is of a product, and why. Pieces by size.

const delta = z
  .int("Enter a whole number of pieces.")
  .min(-MOVE_MAX, `At most ${MOVE_MAX} pieces at a time.`)
  .max(MOVE_MAX, `At most ${MOVE_MAX} pieces at a time.`);

const size = z.object({
  size: z.string(),
  onHand: z.int(),
  /** Kept for payments under way. */
  held: z.int(),
  sold: z.int(),
  /** What its moves add up to: on hand, held and sold. */
  received: z.int(),
  /** The product comes in it still. */
  offered: z.boolean(),
});

const move = z.object({
  _id: z.int(),
  size: z.string(),
  delta: z.int(),
  reason: z.enum(MOVE_REASONS),
  note: z.string(),
  /** Null: the shop itself, or somebody by hand. */
  by: z.string().nullable(),
  /** Milliseconds since 1970. */
  date: z.int(),
});

/** Moves newest first; `after` is the `next` of the page before. */
export const readStock = {
  method: "GET",
  path: "/api/staff/goods/:id/stock",
  summary: "What there is of a product by size, with the ledger",
  query: z.object({
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  answer: answered.extend({ sizes: z.array(size), rows: z.array(move), next: z.int().nullable() }),
} as const;

/** `delta` pieces came, or with a minus went; the answer is what there is afterwards. */
export const changeStock = {
  path: "/api/staff/goods/:id/stock",
  summary: "Add pieces of a size, or take them away",
  body: z.object({
    size: text(64).min(1, "Choose a size."),
    delta,
    reason: z.enum(MOVE_REASONS, "Choose a reason."),
    note: z.string().trim().pipe(text(NOTE_MAX)).default(""),
  }),
  answer: answered.extend({ onHand: z.int(), held: z.int() }),
} as const;
