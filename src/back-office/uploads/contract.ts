import { z } from "zod";
import { answered, text } from "../../platform/input.ts";
import { NAME_MAX, sizeFault, UPLOAD_KINDS } from "../../uploads/rules.ts";

// Calls of /api/staff/uploads: files that come in pieces of 256 KiB, so that a cut costs one piece.

const id = text(64);

/** Says which file comes. The same file of the same person has the same id; `have` are the pieces that have come. */
export const beginUpload = {
  path: "/api/staff/uploads",
  body: z
    .object({
      kind: z.enum(UPLOAD_KINDS),
      name: text(NAME_MAX).default(""),
      size: z.int().min(1),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .superRefine(({ kind, size }, { addIssue }) => {
      const message = sizeFault(kind, size);
      if (message) addIssue({ code: "custom", path: ["size"], message });
    }),
  answer: answered.extend({ id: z.string(), have: z.array(z.int()) }),
} as const;

/** The body is the piece's bytes, as application/octet-stream; pieces are counted from 0. */
export const putPiece = {
  path: "/api/staff/uploads/:id/pieces/:n",
  params: z.object({ id, n: z.coerce.number().int().min(0).max(1_000) }),
  answer: answered,
} as const;

/** Once all pieces are there. `ready` without a picture: a file that is read later. Neither `ready` nor `why`: others are before it, ask again. */
export const finishUpload = {
  path: "/api/staff/uploads/:id/done",
  params: z.object({ id }),
  answer: answered.extend({
    ready: z.boolean(),
    /** The address of the picture, for the product's `order`. */
    picture: z.string().optional(),
    /** Why no picture was made of it, in words. */
    why: z.string().optional(),
  }),
} as const;
