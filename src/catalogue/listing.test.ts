import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenPages, openPages } from "../../test/pages.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import { PAGE_SIZE, WHOLE_CATALOGUE } from "./rules.ts";

let shop: TestShop;
let pages: OpenPages;
beforeAll(async () => {
  shop = await openTestShop();
  pages = await openPages(shop);
});
afterAll(async () => {
  await pages.close();
  await shop.close();
});

/** The ids of goods in an answer, each once, sorted. */
async function idsIn(path: string): Promise<string[]> {
  return [...new Set((await pages.text(path)).match(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g))].sort();
}

/** The ids that are on sale, newest first. */
async function onSale(where = "true"): Promise<string[]> {
  const rows = await shop.query(`select id from products where published and ${where} order by id desc`);
  return rows.map(({ id }) => String(id));
}

test("A small catalogue comes whole where nothing is chosen", async () => {
  const all = await onSale();
  expect(all.length).toBeGreaterThan(PAGE_SIZE);
  for (const path of ["/collection", "/collection.data", "/collection?page=1"])
    expect(await idsIn(path), path).toEqual(all.toSorted());
  const women = await onSale("category = 'Women'");
  for (const path of ["/collection?category=Women", "/collection.data?category=Women"])
    expect(await idsIn(path), path).toEqual(women.slice(0, PAGE_SIZE).sort());
  for (const path of ["/collection?page=2", "/collection.data?page=2"])
    expect(await idsIn(path), path).toEqual(all.slice(PAGE_SIZE, 2 * PAGE_SIZE).sort());
});

test("a page beyond the end of a choice is its last", async () => {
  const men = await onSale("category = 'Men'");
  const last = Math.ceil(men.length / PAGE_SIZE);
  expect(await idsIn("/collection?category=Men&page=9")).toEqual(men.slice((last - 1) * PAGE_SIZE).sort());
});

test("A search that finds nothing offers the catalogue's nearest words", async () => {
  const html = await pages.text("/collection?search=hodie+studoi&category=Men");
  expect(html.replaceAll("<!-- -->", "")).toContain(
    'Did you mean <a href="/collection?search=hoodie">hoodie</a>, <a href="/collection?search=studio">studio</a>?',
  );
  expect(await pages.text("/collection?search=xylophone")).not.toContain("Did you mean");
  expect(await pages.text("/collection?search=hoodie")).not.toContain("Did you mean");
  expect(await pages.text("/collection?search=hodie&lang=sw")).toContain("Je, ulimaanisha");
});

test("beyond 1,000 products the bare collection is a page of its own, too", async () => {
  await shop.query(
    `insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
     select '02' || lpad(n::text, 24, '0'), 'Sock ' || n, 'Sample.', 500, 'Men', 'Topwear', '{M}', '{/images/sample.svg}', '#cccccc'
     from generate_series(1, $1::int) as n`,
    [WHOLE_CATALOGUE],
  );
  await expect
    .poll(async () => (await pages.text("/collection")).match(/Sock \d+/g)?.length ?? 0)
    .toBeGreaterThan(0);
  const socks = new Set((await pages.text("/collection.data")).match(/\b02\d{24}\b/g));
  expect(socks.size).toBe(PAGE_SIZE);
});
