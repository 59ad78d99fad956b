import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { addProduct, emptyShelves } from "../../../test/goods.ts";
import { movesClock, pass } from "../../../test/later.ts";
import { openTestShop } from "../../../test/shop.ts";
import { PAPER } from "../../shop.ts";

const SITE = "https://shop.example";

movesClock();
const shop = await openTestShop({ PUBLIC_URL: SITE });
await emptyShelves(shop);
afterAll(() => shop.close());

/** As many products on sale as asked, at once; their ids in order. */
async function fill(count: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
     select 'T' || lpad(each::text, 8, '0'), 'Tee', 'Sample.', 1500, 'Men', 'Topwear', '{M}', '{/images/sample.svg}', '#cccccc'
     from generate_series(1, $1::int) each returning id`,
    [count],
  );
  return rows
    .map(({ id }) => id)
    .sort()
    .toReversed();
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
/** What was answered before is forgotten after a second. */
const aSecondLater = () => pass(1_050);

describe("GET /sitemap.xml", () => {
  test("names every page worth finding, a thousand products and nothing withdrawn", async () => {
    const ids = await fill(1_000);
    const secret = await addProduct(shop, { published: false });
    const map = await shop.get("/sitemap.xml");
    expect(map.status).toBe(200);
    expect(map.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(map.headers["cache-control"]).toBe("public, max-age=600");
    expect(map.text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
    expect(map.text).not.toContain(secret._id);
    expect(locations(map.text)).toEqual([
      `${SITE}/`,
      `${SITE}/collection`,
      `${SITE}/about`,
      `${SITE}/contact`,
      ...["delivery", "returns", "privacy", "terms"].map((slug) => `${SITE}/policies/${slug}`),
      ...ids.map((id) => `${SITE}/product/${id}`),
    ]);
  });

  test("Search engines find the episodes with products on sale", async () => {
    const [tee, hidden, drop] = [
      await addProduct(shop),
      await addProduct(shop, { published: false }),
      await addProduct(shop),
    ];
    await shop.query("update products set on_sale_from = now() + interval '1 hour' where id = $1", [
      drop._id,
    ]);
    await shop.query(
      `insert into episodes (id, guid, slug, title) values
       ('00e1', 'g1', 'one', 'One'), ('00e2', 'g2', 'two', 'Two'), ('00e3', 'g3', 'three', 'Three')`,
    );
    await shop.query(
      "insert into product_episodes (product_id, episode_id, place) values ($1, '00e1', 1), ($2, '00e2', 1), ($3, '00e3', 1)",
      [tee._id, hidden._id, drop._id],
    );
    aSecondLater();
    const named = locations((await shop.get("/sitemap.xml")).text).filter((each) =>
      each?.includes("/episodes/"),
    );
    expect(named).toEqual([`${SITE}/episodes/one`]);
    await shop.query("delete from product_episodes");
    await shop.query("delete from products where id in ($1, $2, $3)", [tee._id, hidden._id, drop._id]);
    aSecondLater();
  });

  test("costs no bytes while nothing changed, and follows what is withdrawn", async () => {
    const first = await shop.get("/sitemap.xml");
    const etag = String(first.headers.etag);
    const again = await shop.get("/sitemap.xml", { "if-none-match": etag });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
    await shop.query("update products set published = false where id = 'T00000007'");
    aSecondLater();
    const changed = await shop.get("/sitemap.xml", { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(locations(changed.text)).toHaveLength(1_007);
    expect(changed.text).not.toContain("T00000007");
  });

  test("an id with marks in it is escaped, for the address and for XML", async () => {
    await emptyShelves(shop);
    await fill(1);
    await shop.query("update products set id = 'a&b''<c>/ü'");
    aSecondLater();
    expect(locations((await shop.get("/sitemap.xml")).text).at(-1)).toBe(
      `${SITE}/product/a%26b&#39;%3Cc%3E%2F%C3%BC`,
    );
  });
});

test("robots.txt names the site map by PUBLIC_URL and keeps robots from the calls alone", async () => {
  const { status, text, headers } = await shop.get("/robots.txt");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text.split("\n")).toEqual([
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /token/",
    "Disallow: /hooks/",
    "Disallow: /mailbox",
    "",
    `Sitemap: ${SITE}/sitemap.xml`,
    "",
  ]);
  expect((await shop.get("/robots.txt", { "if-none-match": String(headers.etag) })).status).toBe(304);
});

describe("what a phone puts on its home screen", () => {
  test("the manifest's icons are there in their sizes, its colours are the shop's", async () => {
    const { status, text, headers } = await shop.get("/manifest.webmanifest");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    const manifest = JSON.parse(text);
    expect(manifest).toMatchObject({
      name: "Sauti: Wear what you listen to",
      short_name: "Sauti",
      start_url: "/",
      display: "standalone",
    });
    expect([manifest.theme_color, manifest.background_color]).toEqual([PAPER, PAPER]);
    expect(manifest.icons.map(({ purpose, sizes }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual(
      ["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"],
    );
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(`public${src}`).metadata();
      expect({ size: `${width}x${height}`, format }, src).toEqual({ size: sizes, format: "png" });
    }
  });
});
