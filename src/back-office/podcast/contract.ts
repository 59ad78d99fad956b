import { z } from "zod";
import { answered, listOf, text } from "../../platform/input.ts";
import { CLIP_MAX, EPISODES_MAX, QUOTE_MAX } from "../../podcast/rules.ts";

// Calls about the podcast's episodes, and which goods are tied to them. Times in milliseconds since 1970.

const SECONDS = "Enter whole seconds, up to 86,400.";
/** Of an episode's audio: where it begins, and how long it is, in seconds. */
const clip = z.object({
  from: z.int(SECONDS).min(0, SECONDS).max(86_400, SECONDS),
  seconds: z
    .int(SECONDS)
    .min(1, "A clip has a second at least.")
    .max(CLIP_MAX, `A clip has ${CLIP_MAX} seconds at most.`),
});

const episode = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  /** The feed names its audio, so that a clip of it can be played. */
  audio: z.boolean(),
  date: z.int().nullable(),
  goods: z.int(),
});

const episodes = listOf(episode, { q: text(100).optional() });

/** `feed` is null while no feed's address is set. */
export const listEpisodes = {
  method: "GET",
  path: "/api/staff/episodes",
  summary: "The podcast's episodes, and how the reading of its feed went",
  query: episodes.query,
  answer: episodes.answer.extend({
    feed: z
      .object({
        address: z.string(),
        askedAt: z.int().nullable(),
        readAt: z.int().nullable(),
        /** In words, while the last attempt failed. */
        fault: z.string().nullable(),
      })
      .nullable(),
  }),
} as const;

/** Asks the feed now, as happens every hour. */
export const readFeed = {
  path: "/api/staff/episodes/read",
  summary: "Ask the podcast's feed for new episodes",
} as const;

const tied = z.object({
  _id: text(64),
  quote: text(QUOTE_MAX).trim().default(""),
  clip: clip.nullable().default(null),
});

export const productEpisodes = {
  method: "GET",
  path: "/api/staff/goods/:id/episodes",
  summary: "The episodes in which a product is heard of",
  answer: answered.extend({ episodes: z.array(tied.extend({ title: z.string() })) }),
} as const;

/** All of the product's episodes, in their order. Where others stand by now than `seen` says, nothing is saved (409). */
export const tieEpisodes = {
  path: "/api/staff/goods/:id/episodes",
  summary: "Tie a product to these episodes, and to no others",
  body: z.object({
    episodes: z.array(tied).max(EPISODES_MAX),
    seen: z.array(tied).max(EPISODES_MAX).optional(),
  }),
  answer: answered.extend({ episodes: z.array(tied.extend({ title: z.string() })) }),
} as const;
