import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyShelves } from "../../test/goods.ts";
import { openTestShop, type TestApp, type TestShop } from "../../test/shop.ts";
import { type Product, product } from "./contract.ts";
import { seedWhenEmpty } from "./seed.server.ts";

let shop: TestShop;
let second: TestApp;

beforeAll(async () => {
  shop = await openTestShop();
  await emptyShelves(shop);
  second = await shop.second();
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

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
    for (const picture of each.image) expect(existsSync(resolve(`seed${picture}`)), picture).toBe(true);
  }
  expect(new Set(goods.map((each) => each._id)).size).toBe(goods.length);
});
