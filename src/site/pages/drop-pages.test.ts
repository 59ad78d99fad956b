import { afterAll, expect, test } from "vitest";
import { addEpisode, openTwo, pagesOf } from "../../../test/cached-pages.ts";
import { addProduct } from "../../../test/goods.ts";
import { factsOf } from "../../../test/page-head.ts";

const opened = await openTwo();
const { shop, one, two } = opened;
const heardIn = await addEpisode(shop);
const tee = await opened.begin();
afterAll(() => opened.close());

// the first of this file: what the browser fetches late must be there from the first page of a process on
test("A drop's page has name, picture and moment, also without scripts", async () => {
  const drop = await addProduct(shop, { name: "Foretold hoodie", onSaleIn: 3_600, announced: true });
  const page = await one.text(`/product/${drop._id}`);
  expect(page).toContain("Foretold hoodie");
  expect(page).toMatch(/<img [^>]*src="\/images\/sample\.svg"/);
  expect(page).toMatch(/On sale from <time dateTime="[^"]+Z"><strong>[^<]+<\/strong><\/time> EAT\./);
});

test("An announced drop is on home and the collection, and in no list, search or site map", async () => {
  const name = "Awaited hoodie";
  const drop = await addProduct(shop, {
    name,
    price: 4_321,
    trending: true,
    onSaleIn: 7_200,
    announced: true,
  });
  const hidden = await addProduct(shop, { name: "Secret hoodie", onSaleIn: 3_600 });
  const shown = ["/", "/_root.data?_routes=site%2Fpages%2Fhome-page", "/collection", "/collection.data"];
  for (const path of shown) {
    await expect.poll(() => one.text(path)).toContain(name);
    const page = await one.text(path);
    expect(page, path).toContain(drop._id);
    expect(page, path).not.toMatch(/\b4321\b|4,321/);
    expect(page, path).not.toContain(hidden._id);
  }
  const home = (await one.text("/")).replaceAll("<!-- -->", "");
  expect(home).toMatch(/On sale from <time dateTime="[^"]+Z"><strong>[^<]+<\/strong><\/time> EAT\./);
  expect(home).toContain("Tell me when it opens");
  expect(JSON.stringify(factsOf(home))).not.toContain(name);
  for (const path of [
    "/collection?category=Unisex",
    "/collection?search=Awaited",
    "/sitemap.xml",
    "/api/product/list",
  ])
    expect(await one.text(path), path).not.toContain(drop._id);
});

test("No page has a word of an unannounced drop before its moment", async () => {
  const name = "Wonderful hoodie";
  const drop = await addProduct(shop, { name, trending: true, onSaleIn: 3_600 });
  await heardIn(drop);
  await shop.query("update products set bestseller = true, former_price = 9000 where id = $1", [drop._id]);
  for (const path of pagesOf(drop, { name, tee })) {
    const { status, body } = await one.ask(path);
    const isOwn = path.includes(drop._id);
    expect(status, path).toBe(isOwn ? 404 : 200);
    // its own address, and what is searched for, are repeated
    if (!isOwn) expect(body.toString(), path).not.toContain(drop._id);
    if (!path.includes("search")) expect(body.toString(), path).not.toContain(name);
  }
});

test("A moved moment is on the pages of every process immediately", async () => {
  const drop = await addProduct(shop, { name: "Movable hoodie", onSaleIn: -60 });
  const statusSoon = async (status: number) => {
    for (const pages of [one, two])
      await expect
        .poll(async () => (await pages.ask(`/product/${drop._id}`)).status, { timeout: 20_000 })
        .toBe(status);
  };
  await statusSoon(200);
  await shop.query("update products set on_sale_from = now() + interval '1 day' where id = $1", [drop._id]);
  await statusSoon(404);
  await shop.query("update products set on_sale_from = now() + interval '1 second' where id = $1", [
    drop._id,
  ]);
  await statusSoon(200);
  await shop.query("update products set on_sale_from = null where id = $1", [drop._id]);
  await statusSoon(200);
});
