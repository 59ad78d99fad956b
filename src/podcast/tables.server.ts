import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { products } from "../catalogue/tables.server.ts";

/**
 * The podcast's episodes as its feed named them; they stay when the feed drops old ones. `guid` is the feed's identifier of an
 * episode; `slug` is part of our addresses and never changes. `audio` and `link` are addresses of other sites.
 */
export const episodes = pgTable("episodes", {
  id: text().primaryKey(),
  guid: text().notNull().unique("episodes_by_guid"),
  slug: text().notNull().unique("episodes_by_slug"),
  title: text().notNull(),
  link: text(),
  audio: text(),
  publishedAt: timestamp("published_at", { withTimezone: true }),
});

/** Which products are in which episode: a sentence from it, and where in the audio it is said, in seconds. */
export const productEpisodes = pgTable(
  "product_episodes",
  {
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    episodeId: text("episode_id")
      .notNull()
      .references(() => episodes.id),
    /** Counted from 1: the order in which staff put the episodes. */
    place: integer().notNull(),
    quote: text().notNull().default(""),
    clipFrom: integer("clip_from"),
    clipSeconds: integer("clip_seconds"),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.episodeId] }),
    uniqueIndex("product_episodes_in_order").on(table.productId, table.place),
    index("product_episodes_of_episode").on(table.episodeId),
    check("a_clip_is_short", sql`${table.clipFrom} >= 0 and ${table.clipSeconds} between 1 and 30`),
    check("a_clip_is_whole", sql`(${table.clipFrom} is null) = (${table.clipSeconds} is null)`),
  ],
);

/** The result of a feed's last reading; `etag` and `modified` are the server's validators of what we have read. */
export const podcastFeeds = pgTable("podcast_feeds", {
  address: text().primaryKey(),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
  readAt: timestamp("read_at", { withTimezone: true }),
  /** A sentence that says why the last attempt failed; else null. */
  fault: text(),
  etag: text(),
  modified: text(),
});
