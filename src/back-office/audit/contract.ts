import { z } from "zod";
import { day, listOf, text } from "../../platform/input.ts";

const row = z.object({
  _id: z.string(),
  /** Milliseconds since 1970. */
  at: z.int(),
  who: z.object({ _id: z.string().nullable(), name: z.string(), role: z.string() }),
  action: z.string(),
  subject: z.object({ kind: z.string(), _id: z.string() }),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
});

/** Who did what, newest first. `from` and `to` are days, yyyy-mm-dd, EAT. */
export const listAudit = {
  method: "GET",
  path: "/api/staff/audit",
  summary: "Who did what, newest first",
  ...listOf(row, {
    who: text(64).optional(),
    subject: text(64).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
} as const;
