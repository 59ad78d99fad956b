import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTwo, priceIn, statements, untilCached } from "../../../test/cached-pages.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { type OpenPages, openPages } from "../../../test/pages.ts";
import { layWire } from "../../../test/wire.ts";
import { PAGE_SIZE } from "../../catalogue/rules.ts";

/** A net for what hangs: a minute after it was rendered a page is rendered again in any case. */
const SOON = { interval: 5, timeout: 20_000 };
const LIST = "/api/product/list";
let tee: Goods;

const opened = await openTwo();
const { shop, one } = opened;
beforeEach(async () => {
  tee = await opened.begin();
});
afterAll(() => opened.close());

const priceOf = (pages: OpenPages, path = `/product/${tee._id}`) => priceIn(pages, path);

describe("what changed is shown, in every process", () => {
  test("a new price touches what shows the product and lists by price or name, and no other page", async () => {
    const kind = { category: "Men", subCategory: "Topwear" };
    const cap = await addProduct(shop, { name: "Priced cap", price: 1, ...kind });
    const other = await addProduct(shop, { name: "Kept cap", category: "Women" });
    const touched = [
      `/product/${cap._id}`,
      "/collection",
      "/collection?category=Women&sort=low-high",
      "/collection?search=kept+tee",
      `${LIST}?category=Men&sort=low-high&limit=1`,
    ];
    const untouched = ["/about", `/product/${other._id}`, "/collection?category=Women"];
    await untilCached(one, [...touched, ...untouched]);
    const asks = (path: string) => statements(one, () => one.ask(path));
    await shop.query("update products set price = 999999 where id = $1", [cap._id]);
    for (const path of touched) await expect.poll(() => asks(path), { ...SOON, message: path }).not.toBe(0);
    for (const path of untouched) expect(await asks(path), path).toBe(0);
  });

  describe("of a list by price that fills three pages", () => {
    const pages = ["low-high", "high-low"].flatMap((sort) =>
      [1, 2, 3].map((page) => ({
        sort,
        page,
        path: `/collection?search=spanning+cap&sort=${sort}${page > 1 ? `&page=${page}` : ""}`,
      })),
    );
    const reprice = (id: string | undefined, price: number) =>
      shop.query("update products set price = $1 where id = $2", [price, id]);
    let goods: Goods[];

    beforeEach(async () => {
      goods = [];
      for (let n = 0; n < 2.5 * PAGE_SIZE; n += 1)
        goods.push(await addProduct(shop, { name: "Spanning cap", price: 900_000 + 1_000 * n }));
    });
    afterEach(() => shop.query("delete from products where name = 'Spanning cap'"));

    test("After any new prices pages are as without a cache", async () => {
      const shown = async (path: string) => [
        ...new Set([...(await one.text(path)).matchAll(/href="\/product\/(\w{26})"/g)].map(([, id]) => id)),
      ];
      for (let turn = 0; turn < 24; turn += 1) {
        // far and near, up and down, to prices of others and back
        const moved = goods[(turn * 7) % goods.length];
        await reprice(moved?._id, 900_000 + 1_000 * ((turn * 11) % (goods.length + 2)));
        const sorted = await shop.query<{ id: string }>(
          "select id from products where name = 'Spanning cap' order by price, id",
        );
        const up = sorted.map(({ id }) => id);
        for (const { path, sort, page } of pages) {
          const all = sort === "low-high" ? up : up.toReversed();
          const expected = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
          await expect.poll(() => shown(path), { ...SOON, message: `${turn} ${path}` }).toEqual(expected);
        }
      }
    });
  });

  test("what no shopper sees touches nothing", async () => {
    await shop.query("update products set published = false where id = $1", [tee._id]);
    const listener = await shop.looking.connect();
    const heard: string[] = [];
    listener.on("notification", ({ payload = "" }) => heard.push(payload));
    await listener.query("listen catalogue_changes");
    await shop.query("update products set price = 1234 where id = $1", [tee._id]);
    await shop.query("update products set version = version + 1, updated_at = now()");
    await shop.query("update products set published = true where id = $1", [tee._id]);
    await listener.query("select 1");
    expect(heard).toEqual([`${tee._id} look place`]);
    listener.release(true);
  });

  test("stock only as far as it is shown: a sale from plenty invalidates nothing, of the last few whatever shows it", async () => {
    const page = `/product/${tee._id}`;
    const sell = (left: number) =>
      shop.query("update stock set on_hand = $2 where product_id = $1 and size = 'M'", [tee._id, left]);
    const soon = (path: string, text: string) => expect.poll(() => one.text(path), SOON).toContain(text);
    await one.ask(page);
    await one.ask("/");
    await sell(4);
    // a note sent by a later transaction comes later: after it, one of the sale would have been here
    const other = await addProduct(shop, { category: "Women", stock: { M: 4 } });
    // nor is one of the new product still to come
    await untilCached(one, [`/product/${other._id}`, page]);
    await shop.query("update stock set on_hand = 3 where product_id = $1", [other._id]);
    await soon(`/product/${other._id}`, "3 left");
    expect(await statements(one, () => one.ask(page))).toBe(0);
    await sell(3);
    await soon(page, "3 left");
    await sell(0);
    await soon(page, "Sold out");
    const soldOut = async () => (await one.text("/")).match(/>Sold out</g)?.length ?? 0;
    const before = await soldOut();
    await shop.query("update stock set on_hand = 0 where product_id = $1", [tee._id]);
    await expect.poll(soldOut, SOON).toBe(before + 1);
    await shop.query("delete from stock where product_id = $1 and size = 'L'", [tee._id]);
    await sell(8);
    await expect.poll(() => one.text(page), SOON).toMatch(/Sold out/);
  });
});

test("behind a pooler that drops notifications nothing is cached, and changes are shown all the same", async () => {
  const wire = await layWire(shop.connection);
  wire.mute();
  const pages = await openPages({ ...shop, connection: { ...shop.connection, ...wire.server } });
  for (const price of [1_131, 1_132, 1_133]) {
    await shop.query("update products set price = $1 where id = $2", [price, tee._id]);
    await expect.poll(() => priceOf(pages), SOON).toBe(price.toLocaleString("en"));
  }
  wire.mend();
  await untilCached(pages);
  await pages.close();
  wire.close();
});
