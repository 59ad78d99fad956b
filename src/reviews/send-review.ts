import type { z } from "zod";
import { CallError, call, sendFile } from "../platform/browser/call.ts";
import { shrinkPicture } from "../platform/browser/shrink-picture.ts";
import type * as contract from "./contract.ts";
import { PHOTO_MAX, REVIEW_TEXTS } from "./rules.ts";

/** A review as its form has it. */
export type Draft = { productId: string; stars: number; words: string };

/** Twice the pixels that are shown, a tenth of a phone's photograph. */
const SHRUNK = { longest: 1_600, most: 300_000 };

type Reviewed = z.infer<typeof contract.addReview.reviewed>;

/**
 * Writes the review; the same that is written already, as after a lost answer, is well too. Gives what stands instead where
 * it is another.
 * @throws CallError
 */
export async function sendReview(draft: Draft): Promise<contract.EarlierReview | undefined> {
  try {
    await call<typeof contract.addReview>("/api/product/review", draft);
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409)) throw error;
    const { earlier, same } = error.answer as Partial<Reviewed>;
    if (!earlier) throw error;
    return same ? undefined : earlier;
  }
}

/** Sends the photograph of a review that is written, as small as it may be. @throws CallError */
export async function sendPhoto(productId: string, photo: File): Promise<void> {
  const small = await shrinkPicture(photo, SHRUNK);
  if (small.size > PHOTO_MAX) throw new CallError(413, REVIEW_TEXTS.photoTooLarge);
  const path = `/api/product/${encodeURIComponent(productId)}/review/photo`;
  await sendFile<typeof contract.addPhoto>(path, small);
}
