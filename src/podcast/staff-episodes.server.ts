import { and, asc, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { products } from "../catalogue/tables.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { lastAction } from "../platform/audit/read-audit.server.ts";
import { writeAudit } from "../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { foldText } from "../platform/fold-text.ts";
import { fieldFault, ShopError } from "../platform/shop-error.ts";
import { episodes, podcastFeeds, productEpisodes } from "./tables.server.ts";

/** A product's link to an episode as staff write it; `clip` in seconds, null where no audio is played. */
export type EpisodeLink = { _id: string; quote: string; clip: { from: number; seconds: number } | null };

/** The episodes that a product is linked to, in their order. @throws ShopError 404 */
export async function tiedEpisodes(
  db: Db | Tx,
  productId: string,
): Promise<(EpisodeLink & { title: string })[]> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.id, productId));
  if (!product) throw noSuchProduct();
  const rows = await db
    .select({
      _id: episodes.id,
      title: episodes.title,
      quote: productEpisodes.quote,
      from: productEpisodes.clipFrom,
      seconds: productEpisodes.clipSeconds,
    })
    .from(productEpisodes)
    .innerJoin(episodes, eq(episodes.id, productEpisodes.episodeId))
    .where(eq(productEpisodes.productId, productId))
    .orderBy(asc(productEpisodes.place));
  return rows.map(({ from, seconds, ...link }) => ({
    ...link,
    clip: from === null || seconds === null ? null : { from, seconds },
  }));
}

type LinkChange = {
  productId: string;
  wanted: EpisodeLink[];
  /** The links as they were when the change was begun. */
  seen?: EpisodeLink[] | undefined;
  by: Actor;
};

/**
 * Links a product to these episodes, in this order, and to no others.
 * @throws ShopError 404 no such product; 400 an episode that does not exist, or a clip of one without audio; 409 `current`,
 * `by`, `at`: the links have changed since they were `seen`
 */
export async function tieEpisodes(db: Db, { productId, wanted, seen, by }: LinkChange): Promise<void> {
  await transaction(db, async (tx) => {
    const [product] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for("update");
    if (!product) throw noSuchProduct();
    await demandEpisodes(tx, wanted);
    const before = await tiedEpisodes(tx, productId);
    if (seen && !isSame(seen, before)) throw await staleTies(tx, productId, before);
    if (isSame(wanted, before)) return;
    await tx.delete(productEpisodes).where(eq(productEpisodes.productId, productId));
    if (wanted.length > 0) await tx.insert(productEpisodes).values(wanted.map(rowOf(productId)));
    const after = await tiedEpisodes(tx, productId);
    await writeAudit(tx, by, {
      action: ACTION,
      subjectKind: "product",
      subjectId: productId,
      before: { episodes: before },
      after: { episodes: after },
    });
  });
}

const ACTION = "product.episodes";

function isSame(one: EpisodeLink[], other: EpisodeLink[]): boolean {
  const fieldsOf = ({ _id, quote, clip }: EpisodeLink) => [_id, quote, clip && [clip.from, clip.seconds]];
  return JSON.stringify(one.map(fieldsOf)) === JSON.stringify(other.map(fieldsOf));
}

async function staleTies(tx: Tx, productId: string, current: EpisodeLink[]): Promise<ShopError> {
  const lastChange = await lastAction(tx, "product", productId, [ACTION]);
  return new ShopError(409, "The episodes of this product have changed meanwhile. Nothing was saved.", {
    current,
    ...lastChange,
  });
}

function rowOf(productId: string) {
  return ({ _id, quote, clip }: EpisodeLink, at: number) => ({
    productId,
    episodeId: _id,
    place: at + 1,
    quote,
    clipFrom: clip?.from ?? null,
    clipSeconds: clip?.seconds ?? null,
  });
}

async function demandEpisodes(tx: Tx, wanted: EpisodeLink[]): Promise<void> {
  const ids = wanted.map(({ _id }) => _id);
  if (new Set(ids).size < ids.length) throw fieldFault("episodes", "Each episode can be named once.");
  const found = ids.length
    ? await tx
        .select({ id: episodes.id, audio: episodes.audio })
        .from(episodes)
        .where(inArray(episodes.id, ids))
    : [];
  const byId = new Map(found.map((episode) => [episode.id, episode]));
  for (const { _id, clip } of wanted) {
    const episode = byId.get(_id);
    if (!episode) throw fieldFault("episodes", "There is no such episode.");
    if (clip && !episode.audio)
      throw fieldFault("episodes", "The feed names no audio of this episode to play.");
  }
}

function noSuchProduct(): ShopError {
  return new ShopError(404, "There is no such product.");
}

type EpisodeQuery = { q?: string | undefined; after?: string | undefined; limit: number };

/** A page of the episodes whose name contains `q`, the last read first; `goods` is how many products are linked to it. */
export async function listEpisodes(db: Db, { q, after, limit }: EpisodeQuery) {
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

/** The result of the last reading of this feed; times in milliseconds since 1970. */
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
