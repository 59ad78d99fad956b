import { afterAll, describe, expect, test } from "vitest";
import { openTwo, priceIn, statements, untilCached } from "../../../test/cached-pages.ts";
import { addProduct } from "../../../test/goods.ts";
import type { OpenPages } from "../../../test/pages.ts";

/** A net for what hangs: a minute after it was rendered a page is rendered again in any case. */
const SOON = { timeout: 20_000 };
const LIST = "/api/product/list";

const opened = await openTwo();
const { shop, one, two } = opened;
const tee = await opened.begin();
afterAll(() => opened.close());

const priceOf = (pages: OpenPages, path = `/product/${tee._id}`) => priceIn(pages, path);

describe("what changed is shown, in every process", () => {
  test("A change is on its product's page and home within two seconds, on collection and search within five, in every process", async () => {
    const paths = [`/product/${tee._id}`, "/", "/collection", "/collection?search=kept+tee"];
    for (const path of [...paths, `/product/${tee._id}.data`, LIST])
      for (const pages of [one, two]) expect(await pages.text(path), path).toMatch(/1,111|1111/);
    await shop.query("update products set price = 1122 where id = $1", [tee._id]);
    for (const pages of [one, two])
      for (const path of [...paths, `/product/${tee._id}.data`, LIST]) {
        await expect.poll(() => pages.text(path), { ...SOON, message: path }).toMatch(/1,122|1122/);
        // once it is new it stays so
        expect(await pages.text(path), path).not.toMatch(/\b1,?111\b/);
      }
  });

  test("A cart has current prices", async () => {
    const priceNow = async (pages: OpenPages) =>
      JSON.parse(await pages.text(`${LIST}?id=${tee._id}`)).products[0].price;
    for (const price of [1_171, 1_172]) {
      expect(await priceNow(one)).not.toBe(price);
      const listener = await shop.looking.connect();
      const told = new Promise((resolve) => listener.once("notification", resolve));
      await listener.query("listen catalogue_changes");
      await shop.query("update products set price = $1 where id = $2", [price, tee._id]);
      await told;
      listener.release(true);
      await expect.poll(() => priceNow(one), { ...SOON, interval: 1 }).toBe(price);
    }
  });

  test("not before it is committed, and not when it is rolled back", async () => {
    await untilCached(one, [`/product/${tee._id}`]);
    const before = await priceOf(one);
    const client = await shop.looking.connect();
    await client.query("begin");
    await client.query("update products set price = 1133 where id = $1", [tee._id]);
    expect(await statements(one, async () => expect(await priceOf(one)).toBe(before))).toBe(0);
    await client.query("rollback");
    expect(await statements(one, async () => expect(await priceOf(one)).toBe(before))).toBe(0);
    await client.query("begin");
    await client.query("update products set price = 1144 where id = $1", [tee._id]);
    await client.query("commit");
    client.release();
    await expect.poll(() => priceOf(one), SOON).toBe("1,144");
  });

  test("a product that is withdrawn, deleted or new", async () => {
    const cap = await addProduct(shop, { name: "Kept cap" });
    const statusSoon = (status: number) =>
      expect.poll(async () => (await one.ask(`/product/${cap._id}`)).status, SOON).toBe(status);
    await statusSoon(200);
    await shop.query("update products set published = false where id = $1", [cap._id]);
    await statusSoon(404);
    await shop.query("update products set published = true where id = $1", [cap._id]);
    await statusSoon(200);
    await shop.query("delete from products where id = $1", [cap._id]);
    await statusSoon(404);
    await one.ask("/");
    const fresh = await addProduct(shop, { name: "Brand-new scarf" });
    await expect.poll(() => one.text("/"), SOON).toContain(fresh._id);
  });

  test("how many are left in plenty is not in the page at all", async () => {
    await shop.query("update stock set on_hand = 7654 where product_id = $1", [tee._id]);
    await expect.poll(() => one.text(LIST)).toContain("7654");
    for (const path of [`/product/${tee._id}`, `/product/${tee._id}.data`, "/", "/collection"])
      expect(await one.text(path), path).not.toMatch(/\b7654\b/);
  });

  test("While change notifications are lost nothing stale is served", async () => {
    await untilCached(one);
    const client = await shop.looking.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sauti-listener'",
    );
    await client.query("update products set price = 1150 where id = $1", [tee._id]);
    client.release();
    for (const pages of [one, two]) await expect.poll(() => priceOf(pages), SOON).toBe("1,150");
    await untilCached(two);
    await shop.query("update products set price = 1199 where id = $1", [tee._id]);
    await expect.poll(() => priceOf(two), SOON).toBe("1,199");
  });
});
