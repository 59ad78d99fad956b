import { z } from "zod";
import { answered, text } from "../../platform/input.ts";
import { NAME_MAX } from "../../uploads/rules.ts";

/**
 * A whole picture: the body is its bytes, as application/octet-stream. `kind`, `name` and `ready` are part of the published
 * call: the server goes by the bytes alone, and `ready` is true where there is a `picture`.
 */
export const sendFile = {
  path: "/api/staff/uploads",
  summary: "Send a picture as application/octet-stream",
  query: z.object({ kind: z.literal("picture"), name: text(NAME_MAX).default("") }),
  answer: answered.extend({
    id: z.string(),
    ready: z.boolean(),
    /** The address of the picture that was made, for the product's `order`. */
    picture: z.string().optional(),
    /** Why no picture was made, in words. */
    why: z.string().optional(),
  }),
} as const;
