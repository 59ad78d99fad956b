import { desc, eq, sql } from "drizzle-orm";
import { IS_ON_SALE } from "../catalogue/on-sale.server.ts";
import { products } from "../catalogue/tables.server.ts";
import { compiled } from "../platform/database/compiled.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { text } from "../platform/input.ts";
import type { Episode, HeardIn } from "./rules.ts";
import { episodes, productEpisodes } from "./tables.server.ts";

/** Products on an episode's page, at most: the newest. */
const PRODUCTS_MAX = 50;

/** The episodes that a product is in, in the order that staff gave them. */
export async function episodesOf(db: Db, productId: string): Promise<HeardIn[]> {
  const { rows } = await db.execute<HeardRow>(HEARD_IN({ productId }));
  return rows.map(({ audio, from, seconds, ...heard }) => ({
    ...heard,
    clip: audio !== null && from !== null && seconds !== null ? { audio, from, seconds } : null,
  }));
}

type HeardRow = Omit<HeardIn, "clip"> & { audio: string | null; from: number | null; seconds: number | null };

const HEARD_IN = compiled<{ productId: string }>(
  ({ productId }) => sql`
    select ${episodes.slug}, ${episodes.title}, ${productEpisodes.quote}, ${episodes.audio},
      ${productEpisodes.clipFrom} as "from", ${productEpisodes.clipSeconds} as seconds
    from ${productEpisodes} join ${episodes} on ${episodes.id} = ${productEpisodes.episodeId}
    where ${productEpisodes.productId} = ${productId} order by ${productEpisodes.place}`,
);

/** The episode of this address, or undefined when there is none. */
export async function findEpisode(db: Db, slug: string): Promise<Episode | undefined> {
  // an address may contain characters that PostgreSQL rejects
  if (!text(64).safeParse(slug).success) return undefined;
  const [found] = await db
    .select({ id: episodes.id, title: episodes.title, link: episodes.link })
    .from(episodes)
    .where(eq(episodes.slug, slug));
  if (!found) return undefined;
  const { id, ...episode } = found;
  return { ...episode, products: await productsOf(db, id) };
}

/** Episodes with a product that is on sale, the last read first. */
export async function episodesOnSale(db: Db, limit: number): Promise<{ slug: string; title: string }[]> {
  return db
    .select({ slug: episodes.slug, title: episodes.title })
    .from(episodes)
    .where(
      sql`exists (select from ${productEpisodes} join ${products} on ${products.id} = ${productEpisodes.productId}
        where ${productEpisodes.episodeId} = ${episodes.id} and ${IS_ON_SALE})`,
    )
    .orderBy(desc(episodes.id))
    .limit(limit);
}

/** The ids of the products in an episode, whether they are on sale or not. */
async function productsOf(db: Db, episodeId: string): Promise<string[]> {
  const rows = await db
    .select({ id: productEpisodes.productId })
    .from(productEpisodes)
    .where(eq(productEpisodes.episodeId, episodeId))
    .orderBy(desc(productEpisodes.productId))
    .limit(PRODUCTS_MAX);
  return rows.map(({ id }) => id);
}
