import { z } from "zod";
import { answered, refused, text } from "../platform/input.ts";
import { REVIEW_STATES, REVIEWS_SHOWN, STARS_MAX, WORDS_MAX } from "./rules.ts";

const stars = z.int().min(1).max(STARS_MAX);

/** A review as shoppers see it. */
const review = z.object({
  _id: z.string(),
  firstName: z.string(),
  /** The size that was bought. */
  size: z.string(),
  stars,
  words: z.string(),
  /** As in a product's `image`. */
  photo: z.string().nullable(),
  /** Milliseconds since 1970, UTC. */
  date: z.int(),
});
export type Review = z.infer<typeof review>;

/** This person's review of the product, written before. */
const earlierReview = z.object({ stars, words: z.string(), state: z.enum(REVIEW_STATES) });
export type EarlierReview = z.infer<typeof earlierReview>;

/**
 * Once per product and person, for people with a delivered order of it. Staff read it before anybody else does. For a product that
 * is reviewed already it answers 409 with the `earlier` review, which stays, and whether this one is the `same` (a lost answer).
 */
export const addReview = {
  path: "/api/product/review",
  summary: "Review a product that was delivered to you, once",
  body: z.object({
    productId: text(64).min(1),
    stars,
    words: z.string().trim().pipe(text(WORDS_MAX)).default(""),
  }),
  answer: answered.extend({ reviewId: z.string() }),
  reviewed: refused.extend({ earlier: earlierReview, same: z.boolean() }),
} as const;

/**
 * The photograph of a review that still waits, once: the bytes of a JPEG, PNG or WebP as the request's body, at most 8 MB.
 * The same bytes again, as after a lost answer, get the same answer.
 */
export const addPhoto = {
  path: "/api/product/:id/review/photo",
  summary: "The photograph of your review",
  params: z.object({ id: text(64) }),
  answer: answered,
} as const;

/** Reviews that staff approved, newest first; `next` is the `after` of the next page. */
export const listReviews = {
  path: "/api/product/:id/reviews",
  summary: "Reviews of a product that the shop has let through, newest first",
  params: z.object({ id: text(64) }),
  query: z.object({
    after: text(64).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(REVIEWS_SHOWN),
  }),
  answer: answered.extend({
    reviews: z.array(review),
    rating: z.object({ stars: z.number(), count: z.int(), samples: z.int() }),
    next: z.string().nullable(),
  }),
} as const;

/** What the shopper has reviewed, and may still review; only about one product when it is named. */
export const myReviews = {
  path: "/api/user/reviews",
  summary: "What you have reviewed, and what you may review",
  body: z.object({ productId: text(64).optional() }).nullish(),
  answer: answered.extend({
    reviews: z.array(z.object({ productId: z.string(), stars, state: z.enum(REVIEW_STATES) })),
    /** Ids of products. */
    open: z.array(z.string()),
  }),
} as const;
