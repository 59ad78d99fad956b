import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTwo, priceIn, statements, untilCached } from "../../../test/cached-pages.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { type OpenPages, openPages } from "../../../test/pages.ts";
import { layWire } from "../../../test/wire.ts";
import { PAGE_SIZE } from "../../catalogue/rules.ts";

/** A net for what hangs: half a minute after it was made a page is made anew in any case. */
const SOON = { interval: 5, timeout: 20_000 };
const LIST = "/api/product/list";
let opened: Awaited<ReturnType<typeof openTwo>>;
let shop: typeof opened.shop;
let one: OpenPages;
let tee: Goods;

beforeAll(async () => {
  opened = await openTwo();
  ({ shop, one } = opened);
});
beforeEach(async () => {
  tee = await opened.begin();
});
afterAll(() => opened.close());

const priceOf = (pages: OpenPages, path = `/product/${tee._id}`) => priceIn(pages, path);

describe("what changed is shown, in every process", () => {
  test("a change of one product leaves what does not show it as it is", async () => {
    const other = await addProduct(shop, { name: "Kept cap", category: "Women" });
    const page = `/product/${other._id}`;
    await untilCached(one, [page]);
    await shop.query("update products set description = 'Softer.' where id = $1", [tee._id]);
    await expect.poll(() => one.text(`/product/${tee._id}`), SOON).toContain("Softer.");
    expect(await statements(one, () => Promise.all([one.ask(page), one.ask("/about")]))).toBe(0);
    await shop.query("update products set price = price + 1 where id = $1", [other._id]);
    await expect.poll(async () => statements(one, () => one.ask(page)), SOON).not.toBe(0);
  });

  test("a new price, from the lowest to the highest, touches what shows the product and lists by price that let its kind through, and no other page", async () => {
    const kind = { category: "Men", subCategory: "Topwear" };
    const cap = await addProduct(shop, { name: "Priced cap", price: 1, ...kind });
    const touched = [
      `/product/${cap._id}`,
      "/collection",
      "/collection?category=Men",
      "/collection?category=Men&sort=low-high",
      "/collection?category=Men&category=Women&sort=high-low",
      "/collection?subCategory=Topwear&sort=low-high",
      "/collection?search=priced+cap",
      `${LIST}?category=Men&sort=low-high&limit=1`,
    ];
    const untouched = [
      "/about",
      "/collection?category=Women",
      "/collection?category=Women&sort=low-high",
      "/collection?category=Men&subCategory=Bottomwear&sort=high-low",
      "/collection?search=kept+tee",
    ];
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
    const pathOf = (sort: string, page: number) =>
      pages.find((each) => each.sort === sort && each.page === page)?.path;
    const reprice = (id: string | undefined, price: number) =>
      shop.query("update products set price = $1 where id = $2", [price, id]);
    let goods: Goods[];

    beforeEach(async () => {
      goods = [];
      for (let n = 0; n < 2.5 * PAGE_SIZE; n += 1)
        goods.push(await addProduct(shop, { name: "Spanning cap", price: 900_000 + 1_000 * n }));
    });
    afterEach(() => shop.query("delete from products where name = 'Spanning cap'"));

    test("a new price leaves the page from which its product stays on the same side", async () => {
      const asks = (path: string | undefined) => statements(one, () => one.ask(String(path)));
      await untilCached(
        one,
        pages.map(({ path }) => path),
      );
      await reprice(goods.at(-1)?._id, 990_000);
      for (const path of [pathOf("low-high", 3), pathOf("high-low", 1)])
        await expect.poll(() => asks(path), { ...SOON, message: path }).not.toBe(0);
      for (const path of [pathOf("low-high", 1), pathOf("low-high", 2), pathOf("high-low", 3)])
        expect(await asks(path), path).toBe(0);
    });

    test("a page past the end is the last one as that is now, in each language, until there is such a page", async () => {
      const last = String(pathOf("low-high", 3));
      const [past, beyond] = ["page=4", "page=99"].map((page) => last.replace("page=3", page));
      const paths = [last, String(past), String(beyond)];
      await untilCached(one, paths);
      for (const [lang, cookie] of Object.entries({ en: "a=b", sw: "lang=sw" })) {
        for (const path of [...paths, ...paths]) await one.ask(path, { cookie });
        const texts: string[] = [];
        const asks = async () => {
          for (const path of paths) texts.push((await one.ask(path, { cookie })).body.toString());
        };
        expect(await statements(one, asks)).toBe(0);
        expect(new Set(texts).size).toBe(1);
        expect(/<html lang="(\w+)/.exec(texts[0] ?? "")?.[1]).toBe(lang);
      }
      const shows = async (price: string, ...pages: (string | undefined)[]) => {
        for (const path of pages) {
          const isShown = async () => (await one.text(String(path))).includes(`Ksh ${price}<`);
          await expect.poll(isShown, { ...SOON, message: path }).toBe(true);
        }
      };
      const data = String(past).replace("/collection?", "/collection.data?");
      for (let asked = 0; asked < 2; asked += 1) expect(await one.text(data)).not.toContain("<html");
      await reprice(goods.at(-1)?._id, 990_123);
      await shows("990,123", last);
      expect(await statements(one, () => shows("990,123", past, beyond))).toBe(0);
      for (let n = 0; n < PAGE_SIZE; n += 1)
        await addProduct(shop, { name: "Spanning cap", price: 999_000 + n });
      await shows("999,023", past, beyond);
      await shows("990,123", last);
      await shop.query("delete from products where name = 'Spanning cap' and price > 905000");
      await shows("905,000", ...paths);
    });

    test("after any new prices, equal ones too, each page is what it would be without a cache", async () => {
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

  test("a note of a new name or price says the kind of the product, others do not", async () => {
    const listener = await shop.looking.connect();
    const heard: string[] = [];
    listener.on("notification", ({ payload = "" }) => heard.push(payload));
    await listener.query("listen catalogue_changes");
    const [kind] = await shop.query("select category, sub_category from products where id = $1", [tee._id]);
    const word = `kind:${kind?.category}/${kind?.sub_category}`;
    await shop.query("update products set price = 1181 where id = $1", [tee._id]);
    await shop.query("update products set name = 'Kept shirt' where id = $1", [tee._id]);
    await shop.query("update products set colour = '#123456' where id = $1", [tee._id]);
    await listener.query("select 1");
    expect(heard).toEqual([
      `${tee._id} look price prices:1111/1181 ${word}`,
      `${tee._id} look name ${word}`,
      `${tee._id} look`,
    ]);
    listener.release(true);
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

  test("stock only as far as it is shown: a sale from plenty invalidates nothing, of the last few their page, sold out whatever shows it", async () => {
    const page = `/product/${tee._id}`;
    const sell = (left: number) =>
      shop.query("update stock set on_hand = $2 where product_id = $1 and size = 'M'", [tee._id, left]);
    const soon = (path: string, text: string) => expect.poll(() => one.text(path), SOON).toContain(text);
    await one.ask(page);
    await one.ask("/");
    await sell(4);
    // a note sent by a later transaction comes later: after it, one of the sale would have been here
    const other = await addProduct(shop, { stock: { M: 4 } });
    // nor is one of the new product still to come
    await untilCached(one, [`/product/${other._id}`, page, "/"]);
    await shop.query("update stock set on_hand = 3 where product_id = $1", [other._id]);
    await soon(`/product/${other._id}`, "3 left");
    expect(await statements(one, () => Promise.all([one.ask(page), one.ask("/")]))).toBe(0);
    await sell(3);
    await soon(page, "3 left");
    expect(await statements(one, () => one.ask("/"))).toBe(0);
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
    // what a page asks is asked again after a second
    await expect.poll(() => priceOf(pages), SOON).toBe(price.toLocaleString("en"));
  }
  wire.mend();
  await untilCached(pages);
  await pages.close();
  wire.close();
});
