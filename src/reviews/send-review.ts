import { CallError, call, sendFile } from "../platform/browser/call.ts";
import type * as contract from "./contract.ts";
import { PHOTO_MAX, REVIEW_TEXTS } from "./rules.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

/** A review as its form has it. */
export type Draft = { productId: string; stars: number; words: string };

/** Writes the review; one that is written already, as after a lost answer, is well too. @throws CallError */
export async function sendReview(draft: Draft): Promise<void> {
  await call<typeof contract.addReview>("/api/product/review", draft).catch((error: unknown) => {
    if (!(error instanceof CallError && error.status === 409)) throw error;
  });
}

/** Sends the photograph of a review that is written, as small as it may be. @throws CallError */
export async function sendPhoto(productId: string, photo: File): Promise<void> {
  const small = await shrinkPhoto(photo);
  if (small.size > PHOTO_MAX) throw new CallError(413, REVIEW_TEXTS.photoTooLarge);
  const path = `/api/product/${encodeURIComponent(productId)}/review/photo`;
  await sendFile<typeof contract.addPhoto>(path, small);
}
