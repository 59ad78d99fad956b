import { expect, vi } from "vitest";
import { addProduct, type Goods } from "./goods.ts";
import { type OpenPages, openPages } from "./pages.ts";
import { recorded } from "./recorded.ts";
import { openTestShop, type TestShop } from "./shop.ts";

/** A net for what hangs; in hooks there is no expect.poll. */
const PATIENCE = { timeout: 60_000, interval: 10 };

/** Two processes on one database, each with its response cache. */
export async function openTwo() {
  const shop = await openTestShop();
  const [one, two] = [await openPages(shop), await openPages(shop)];
  return {
    shop,
    one,
    two,
    /** A product of its own for a test, once both processes have the note of it and cache what shows it. */
    begin: async (): Promise<Goods> => {
      for (const pages of [one, two]) await untilCached(pages);
      const tee = await addProduct(shop, { name: "Kept tee", price: 1_111, stock: { M: 9, L: 9 } });
      for (const pages of [one, two]) {
        // a product and each of its sizes send a note: after the last of them home shows it and stays as it is
        await pages.heard();
        await vi.waitFor(async () => expect(await pages.text("/")).toContain(tee._id), PATIENCE);
        await untilCached(pages, ["/", "/collection", "/api/product/list"]);
      }
      return tee;
    },
    close: shop.close,
  };
}

/** An episode; gives what ties a product to it. */
export async function addEpisode(shop: Pick<TestShop, "query">) {
  await shop.query("insert into episodes (id, guid, slug, title) values ('e', 'e', 'the-drop', 'The drop')");
  return ({ _id }: Pick<Goods, "_id">) =>
    shop.query("insert into product_episodes (product_id, episode_id, place) values ($1, 'e', 1)", [_id]);
}

/** Every page, and every page's data, on which a new product of the kind of `tee`, and of that episode, is shown. */
export const pagesOf = ({ _id }: Goods, { name, tee }: { name: string; tee: Goods }) => [
  "/",
  "/_root.data?_routes=site%2Fpages%2Fhome-page",
  "/collection",
  "/collection.data",
  "/collection?category=Unisex",
  `/collection?search=${encodeURIComponent(name)}`,
  `/product/${_id}`,
  `/product/${_id}.data`,
  `/product/${tee._id}`,
  "/episodes/the-drop",
  "/api/product/list",
];

/** The price in a page of the product that `begin` gave, as it is shown. */
export async function priceIn(pages: OpenPages, path: string): Promise<string | undefined> {
  return /Ksh (1,1\d\d)/.exec(await pages.text(path))?.[1];
}

/** Waits until this process has every note sent so far, and serves these paths from its cache. */
export async function untilCached(pages: OpenPages, paths = ["/"]): Promise<void> {
  await pages.heard();
  const twice = () =>
    statements(pages, async () => {
      for (const path of [...paths, ...paths]) await pages.ask(path);
    });
  await vi.waitFor(async () => expect(await twice()).toBe(0), PATIENCE);
}

/** How many statements the process's pool sends while it works. */
export async function statements({ database }: OpenPages, work: () => Promise<unknown>): Promise<number> {
  const sent = await recorded(work);
  expect(database.pool.waitingCount).toBe(0);
  return sent.length;
}
