import { afterAll, expect, test } from "vitest";
import { openTwo, statements, untilCached } from "../../test/cached-pages.ts";
import { addProduct, type Goods } from "../../test/goods.ts";
import { factsOf } from "../../test/page-head.ts";
import type { OpenPages } from "../../test/pages.ts";
import { reviewed } from "../../test/reviews.ts";
import { saveSetting } from "../../test/saved-setting.ts";

let tee: Goods;

const opened = await openTwo();
const { shop, one, two } = opened;
tee = await opened.begin();
afterAll(() => opened.close());

/** As it reads, without React's marks between two texts. */
const page = async (pages: OpenPages, id = tee._id) =>
  (await pages.text(`/product/${id}`)).replaceAll("<!-- -->", "");
const bothSay = async (text: string, id = tee._id) => {
  for (const pages of [one, two]) await expect.poll(() => page(pages, id)).toContain(text);
};
const decide = (id: string, shown: boolean) =>
  shop.query("update reviews set shown = $2, decided_at = now() where id = $1", [id, shown]);
const ratingIn = async () =>
  factsOf(await page(one)).find((each) => each["@type"] === "Product")?.aggregateRating;

test("Showing or hiding a review reaches its product's page in every process", async () => {
  await bothSay("No reviews yet.");
  await untilCached(one, [`/product/${tee._id}`]);
  const id = await reviewed(shop, tee, { stars: 4 });
  // one that waits changes nothing
  await one.heard();
  expect(await statements(one, () => page(one))).toBe(0);
  await decide(id, true);
  await bothSay("Rated 4 of 5 stars");
  await decide(id, false);
  await bothSay("No reviews yet.");
});

test("Sample ratings leave with the first shown review; search engines get real ones", async () => {
  tee = await addProduct(shop);
  await shop.query("insert into sample_ratings (product_id, stars, count) values ($1, 3, 10)", [tee._id]);
  await bothSay("Rated 3 of 5 stars");
  expect(await page(one)).toContain("Sample ratings");
  const first = await reviewed(shop, tee, { stars: 5 });
  expect(await ratingIn()).toBeUndefined();
  await decide(first, true);
  await decide(await reviewed(shop, tee, { stars: 2 }), true);
  await bothSay("Reviews (2)");
  expect(await page(one)).not.toContain("Sample ratings");
  expect(await ratingIn()).toEqual({
    "@type": "AggregateRating",
    ratingValue: 3.5,
    reviewCount: 2,
    bestRating: 5,
    worstRating: 1,
  });
});

test("The owner can switch sample ratings off", async () => {
  const plain = await addProduct(shop);
  await shop.query("insert into sample_ratings (product_id, stars, count) values ($1, 3, 10)", [plain._id]);
  const says = (text: string) => bothSay(text, plain._id);
  const called = async () => (await shop.get(`/api/product/${plain._id}/reviews`)).body.rating;
  await says("Reviews (10)");
  await saveSetting(shop, "reviews", { ratings: [] });
  await says("No reviews yet.");
  await expect.poll(called).toEqual({ stars: 0, count: 0, samples: 0 });
  await shop.query("delete from settings where name = 'reviews'");
  await says("Reviews (10)");
});

test("Sample ratings are marked as such", async () => {
  const [sample] = await shop.query<{ id: string }>(
    "select min(product_id) as id from sample_ratings where count = 47",
  );
  const html = await page(one, sample?.id);
  expect(html).toContain("Reviews (122)</h2>");
  expect(html).toContain("Rated 4 of 5 stars");
  expect(html).toContain("Sample ratings");
  expect(html).not.toContain("aggregateRating");
});
