import { z } from "zod";
import { answered, day, text } from "../../platform/input.ts";

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
  query: z.object({
    who: text(64).optional(),
    subject: text(64).optional(),
    from: day.optional(),
    to: day.optional(),
    after: text(100).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(50),
  }),
  answer: answered.extend({ rows: z.array(row), next: z.string().nullable() }),
} as const;
