import { z } from "zod";
import { answered, text } from "../../platform/input.ts";
import { NAME_MAX, UPLOAD_KINDS } from "../../uploads/rules.ts";

/** A whole file: the body is its bytes, as application/octet-stream. The same file of the same person has the same id. */
export const sendFile = {
  path: "/api/staff/uploads",
  query: z.object({ kind: z.enum(UPLOAD_KINDS), name: text(NAME_MAX).default("") }),
  answer: answered.extend({
    id: z.string(),
    ready: z.boolean(),
    /** The address of the picture that was made, for the product's `order`. */
    picture: z.string().optional(),
    /** Why no picture was made, in words. */
    why: z.string().optional(),
  }),
} as const;
