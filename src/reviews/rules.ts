/** Limits and texts of reviews that both sides know. */
export const STARS_MAX = 5;
export const WORDS_MAX = 1_000;
/** Bytes of a photograph as it is sent. */
export const PHOTO_MAX = 8_000_000;
/** Reviews on one page of a product's list. */
export const REVIEWS_SHOWN = 10;

export const REVIEW_TEXTS = {
  starsMissing: "Please choose 1 to 5 stars",
  wordsTooLong: `Please write at most ${WORDS_MAX.toLocaleString("en")} characters`,
  thanks: "Thank you. We read every review before we show it.",
  already: "You've already reviewed this. Thank you.",
  notAPhoto: "We can't read this as a photo. Please send a JPEG, PNG or WebP.",
  photoTooLarge: "A photo can be at most 8 MB and 50 megapixels.",
  photoNotWanted: "You can add one photo, before we read your review.",
  photosWait: "We're handling other photos right now. Please try again in a minute.",
  photoKept: "Thank you. We look at every photo before we show it.",
  notBought: "You can review this once it's delivered to you.",
} as const;

/** The state of a review: nobody has read it yet, or staff approved or hid it. */
export const REVIEW_STATES = ["waiting", "shown", "hidden"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A product's rating: the average to one decimal, the number of ratings, and how many of those are sample ratings. */
export type Rating = { stars: number; count: number; samples: number };

/** The average of `sum` stars by `count` people, to one decimal; 0 when there are none. */
export function averageOf(sum: number, count: number): number {
  return count > 0 ? Math.round((sum * 10) / count) / 10 : 0;
}
