import { z } from "zod";
import { listOf } from "../../platform/input.ts";

const row = z.object({
  _id: z.string(),
  /** When it was written, in milliseconds since 1970. */
  at: z.int(),
  to: z.string(),
  subject: z.string(),
  /** False: it may have been sent all the same. */
  certain: z.boolean(),
  /** It waits for the owner, who sends or drops it. */
  held: z.boolean(),
  why: z.string(),
});

/** Mails that did not leave, newest first; `after` is the `next` of the page before. */
export const listUnsent = {
  method: "GET",
  path: "/api/staff/mails",
  summary: "Mails that did not leave, newest first",
  ...listOf(row, {}),
} as const;

/** A mail that was held, as after a restore, leaves now. */
export const sendMail = {
  path: "/api/staff/mails/:id/send",
  summary: "Send a mail that was held",
} as const;

/** It never leaves. */
export const dropMail = {
  path: "/api/staff/mails/:id/drop",
  summary: "Drop a mail that was held",
} as const;
