import { z } from "zod";
import { answered, text } from "../../platform/input.ts";

const row = z.object({
  _id: z.string(),
  /** When it was written, in milliseconds since 1970. */
  at: z.int(),
  to: z.string(),
  subject: z.string(),
  /** False: it may have been sent all the same. */
  certain: z.boolean(),
  why: z.string(),
});

/** Mails that did not leave, newest first; `after` is the `next` of the page before. */
export const listUnsent = {
  method: "GET",
  path: "/api/staff/mails",
  query: z.object({
    after: text(64).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(50),
  }),
  answer: answered.extend({ rows: z.array(row), next: z.string().nullable() }),
} as const;
