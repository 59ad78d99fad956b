import { eq, sql } from "drizzle-orm";
import { monotonicFactory } from "ulid";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { LiveSettings } from "../settings/live-settings.server.ts";
import { FeedFault, type FeedValidators, type FetchedFeed, fetchFeed } from "./fetch-feed.server.ts";
import { type FeedEpisode, parseEpisodes } from "./parse-feed.server.ts";
import { slugOf } from "./rules.ts";
import { episodes, podcastFeeds } from "./tables.server.ts";

/** Makes ids that keep their order also within a millisecond. */
const newId = monotonicFactory();

/**
 * Reads the feed at this address and stores its episodes: new ones are added, known ones get the feed's current name. None is ever
 * deleted, as many feeds list only the last hundred. After a failure everything stays as it was; the reason is stored as a
 * sentence for the owner, and returned.
 */
export async function readFeed(
  { db, log, publicUrl }: { db: Db; log: { warn(fields: object, message: string): void }; publicUrl: string },
  address: string,
  { seconds } = { seconds: 20 },
): Promise<{ fault: string | null }> {
  try {
    const fetched = await fetchFeed({ address, known: await known(db, address), publicUrl, seconds });
    const found = fetched && (await parseEpisodes(fetched.text));
    await transaction(db, async (tx) => {
      if (found) await storeEpisodes(tx, found);
      await recordRead(tx, address, fetched);
    });
    return { fault: null };
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
    log.warn({ reason: error.message }, "the podcast's feed could not be read");
    await recordFault(db, address, error.message);
    return { fault: error.message };
  }
}

/** The server's validators of the feed as we last read it. */
async function known(db: Db, address: string): Promise<FeedValidators> {
  const { etag, modified } = podcastFeeds;
  const [feed] = await db
    .select({ etag, modified })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.address, address));
  return feed ?? { etag: null, modified: null };
}

/** Episodes that one statement writes. */
const AT_ONCE = 500;

async function storeEpisodes(tx: Tx, found: FeedEpisode[]): Promise<void> {
  // one reader at a time, or two would give one slug to two episodes
  await tx.execute(sql`lock table ${episodes} in share row exclusive mode`);
  const kept = await tx.select().from(episodes);
  const freeSlug = slugGiver(kept.map(({ slug }) => slug));
  const byGuid = new Map(kept.map((episode) => [episode.guid, episode]));
  const rows = [];
  // a feed lists the newest first; reversed, newer episodes get later ids
  for (const episode of found.toReversed()) {
    const before = byGuid.get(episode.guid);
    if (before && isSame(before, episode)) continue;
    rows.push({ id: before?.id ?? newId(), slug: before?.slug ?? freeSlug(episode.title), ...episode });
  }
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await tx
      .insert(episodes)
      .values(rows.slice(at, at + AT_ONCE))
      .onConflictDoUpdate({
        target: episodes.guid,
        set: {
          title: sql`excluded.title`,
          link: sql`excluded.link`,
          audio: sql`excluded.audio`,
          publishedAt: sql`excluded.published_at`,
        },
      });
}

function isSame(kept: FeedEpisode, read: FeedEpisode): boolean {
  return (
    kept.title === read.title &&
    kept.link === read.link &&
    kept.audio === read.audio &&
    kept.publishedAt?.getTime() === read.publishedAt?.getTime()
  );
}

/** Gives episodes of one name the slugs "episode", "episode-2", "episode-3" … */
function slugGiver(given: string[]): (title: string) => string {
  const taken = new Set(given);
  const tried = new Map<string, number>();
  return (title) => {
    const slug = slugOf(title) || "episode";
    for (let n = tried.get(slug) ?? 1; ; n++) {
      const wanted = n === 1 ? slug : `${slug}-${n}`;
      if (taken.has(wanted)) continue;
      taken.add(wanted);
      tried.set(slug, n + 1);
      return wanted;
    }
  };
}

async function recordRead(tx: Tx, address: string, fetched: FetchedFeed | undefined): Promise<void> {
  const now = sql`now()`;
  const read = {
    askedAt: now,
    readAt: now,
    fault: null,
    ...(fetched && { etag: fetched.etag, modified: fetched.modified }),
  };
  await tx
    .insert(podcastFeeds)
    .values({ address, ...read })
    .onConflictDoUpdate({ target: podcastFeeds.address, set: read });
}

async function recordFault(db: Db, address: string, fault: string): Promise<void> {
  const asked = { askedAt: sql`now()`, fault };
  await db
    .insert(podcastFeeds)
    .values({ address, ...asked })
    .onConflictDoUpdate({ target: podcastFeeds.address, set: asked });
}

/** Reads new episodes each hour, where the owner has set a feed; the back office shows why it cannot be read. */
export function podcastFeature(
  parts: Parameters<typeof readFeed>[0] & { settings: LiveSettings["current"] },
): Feature {
  const readPodcast = async () => {
    const { feed } = parts.settings().values.podcast;
    if (feed) await readFeed(parts, feed);
  };
  return { hour: [readPodcast] };
}
