import { afterAll, expect, test } from "vitest";
import { openPages } from "../../test/pages.ts";
import { openTestShop } from "../../test/shop.ts";
import { failedListing } from "./listing.ts";
import { PAGE_SIZE } from "./rules.ts";

const shop = await openTestShop();
const pages = await openPages(shop);
afterAll(() => shop.close());

/** The ids of products in an answer, each once, sorted. */
async function idsIn(path: string): Promise<string[]> {
  return [...new Set((await pages.text(path)).match(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g))].sort();
}

/** The ids that are on sale, newest first. */
async function onSale(where = "true"): Promise<string[]> {
  const rows = await shop.query(`select id from products where published and ${where} order by id desc`);
  return rows.map(({ id }) => String(id));
}

test("a page of the collection holds what matches, 24 at a time", async () => {
  const [all, women] = [await onSale(), await onSale("category = 'Women'")];
  expect(all.length).toBeGreaterThan(PAGE_SIZE);
  for (const [query, ids] of [
    ["", all.slice(0, PAGE_SIZE)],
    ["?page=2", all.slice(PAGE_SIZE, 2 * PAGE_SIZE)],
    ["?category=Women", women.slice(0, PAGE_SIZE)],
  ] as const)
    for (const path of [`/collection${query}`, `/collection.data${query}`])
      expect(await idsIn(path), path).toEqual(ids.toSorted());
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

test("where the worker has only the document's copy, the router is sent to it", async () => {
  const toDocument = new Response(null, { status: 302, headers: { location: "/collection" } });
  await expect(failedListing(toDocument, new AbortController().signal)).rejects.toBe(toDocument);
});
