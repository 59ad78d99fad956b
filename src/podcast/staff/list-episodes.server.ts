import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { foldText } from "../../platform/fold-text.ts";
import { episodes, podcastFeeds, productEpisodes } from "../tables.server.ts";

type Asked = { q?: string | undefined; after?: string | undefined; limit: number };

/** A page of the episodes whose name has `q` in it, those read last first; `goods` is how many are tied to it. */
export async function listEpisodes(db: Db, { q, after, limit }: Asked) {
  const found = await db
    .select({
      _id: episodes.id,
      title: episodes.title,
      slug: episodes.slug,
      audio: sql<boolean>`${episodes.audio} is not null`,
      publishedAt: episodes.publishedAt,
      goods: sql<number>`(select count(*)::int from ${productEpisodes} where ${productEpisodes.episodeId} = ${episodes.id})`,
    })
    .from(episodes)
    .where(and(q ? named(q) : undefined, after ? lt(episodes.id, after) : undefined))
    .orderBy(desc(episodes.id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  return {
    rows: page.map(({ publishedAt, ...row }) => ({ ...row, date: publishedAt?.getTime() ?? null })),
    next: found.length > limit ? (page.at(-1)?._id ?? null) : null,
  };
}

/** How the reading of this feed went last; times in milliseconds since 1970. */
export async function feedStanding(db: Db, address: string) {
  const [feed] = await db.select().from(podcastFeeds).where(eq(podcastFeeds.address, address));
  return {
    address,
    askedAt: feed?.askedAt.getTime() ?? null,
    readAt: feed?.readAt?.getTime() ?? null,
    fault: feed?.fault ?? null,
  };
}

function named(q: string): SQL {
  return sql`strpos(fold_text(${episodes.title}), ${foldText(q)}) > 0`;
}
