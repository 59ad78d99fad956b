import { z } from "zod";
import { listOf } from "../../platform/input.ts";
import { REVIEW_STATES } from "../../reviews/rules.ts";

// Calls of /api/staff/reviews: what people say of products, before everybody reads it.

const row = z.object({
  _id: z.string(),
  product: z.object({ _id: z.string(), name: z.string() }),
  orderId: z.string(),
  firstName: z.string(),
  size: z.string(),
  stars: z.int(),
  words: z.string(),
  /** There is one: GET …/photo. */
  photo: z.boolean(),
  state: z.enum(REVIEW_STATES),
  /** Milliseconds since 1970. */
  date: z.int(),
});
export type ReviewRow = z.output<typeof row>;

/** Newest first; without `state` all of them. */
export const listReviews = {
  method: "GET",
  path: "/api/staff/reviews",
  summary: "Reviews, newest first",
  ...listOf(row, {
    state: z.enum(REVIEW_STATES).optional(),
  }),
} as const;

/**
 * Lets a review through to shoppers, or holds it back. `photo` says that its photograph was seen; one that nobody saw is not
 * shown (409).
 */
export const decideReview = {
  path: "/api/staff/reviews/:id",
  summary: "Show a review to shoppers, or hide it",
  body: z.object({ show: z.boolean(), photo: z.boolean().default(false) }),
} as const;

export const reviewPhoto = {
  method: "GET",
  path: "/api/staff/reviews/:id/photo",
  summary: "The photograph of a review",
  document: "image/jpeg",
} as const;
