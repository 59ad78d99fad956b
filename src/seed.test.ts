import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyShelves } from "../test/goods.ts";
import { openTestShop } from "../test/shop.ts";
import { type Product, product } from "./catalogue/contract.ts";
import { folderOf, shareImage, WIDTHS } from "./catalogue/pictures/picture-files.ts";
import { seedWhenEmpty } from "./seed.server.ts";

const shop = await openTestShop();
await emptyShelves(shop);
const second = await shop.second();
afterAll(() => shop.close());

test("an empty catalogue gets the sample goods once, though two processes start at the same time", async () => {
  const added = await Promise.all([seedWhenEmpty(shop.db), seedWhenEmpty(second.db)]);
  expect(added.filter((count) => count > 0)).toHaveLength(1);
  expect(await seedWhenEmpty(shop.db)).toBe(0);
  const { body } = await shop.get("/api/product/list");
  const goods = body.products as Product[];
  expect(goods).toHaveLength(Math.max(...added));
  expect(body.total).toBe(goods.length);
});

test("every sample is as the specification describes a product, with its pictures and a stock for each size", async () => {
  const goods = (await shop.get("/api/product/list")).body.products as Product[];
  for (const each of goods) {
    expect(product.strict().safeParse(each).error, each.name).toBeUndefined();
    expect(Object.keys(each.stock).sort(), each.name).toEqual([...each.sizes].sort());
    for (const file of each.image.flatMap(filesOf))
      expect(existsSync(resolve(`seed${file}`)), file).toBe(true);
    const share = shareImage(each.image[0] ?? "")?.url;
    expect(existsSync(resolve(`seed${share}`)), share).toBe(true);
  }
  expect(new Set(goods.map((each) => each._id)).size).toBe(goods.length);
});

test("ladies' clothes on offer cost half of what they did, as the home page says", async () => {
  const { body } = await shop.get("/api/product/list?category=Women&offer=1");
  const prices = (body.products as Product[]).map(({ price, formerPrice }) => [price, formerPrice]);
  expect(prices).toHaveLength(6);
  expect(prices).toEqual(prices.map(([price]) => [price, 2 * Number(price)]));
});

/** Every file a page may ask for where it shows this picture. */
function filesOf(url: string): string[] {
  return Object.entries(WIDTHS).flatMap(([format, widths]) =>
    widths.map((width) => `${folderOf(url)}${width}.${format}`),
  );
}
