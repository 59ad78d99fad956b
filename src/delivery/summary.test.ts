import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { POINT } from "../../test/delivery.ts";
import { addProduct } from "../../test/goods.ts";
import { openPages } from "../../test/pages.ts";
import { saveSetting } from "../../test/saved-setting.ts";
import { openTestShop } from "../../test/shop.ts";
import { deliveryText } from "../site/delivery-promise.tsx";
import { AREAS_NAMED, type DeliverySettings, feesOf, USUAL_DELIVERY } from "./rules.ts";
import { COUNTIES } from "./setting-rules.ts";
import { needsAllDelivery, summarizeDelivery } from "./summary.server.ts";

const shop = await openTestShop();
const pages = await openPages(shop);
afterAll(() => shop.close());

const area = (county: string, at: number) => ({
  county,
  fee: 100 + at,
  from: 1 + (at % 3),
  to: 4 + (at % 5),
});
const COUNTY_FEES = COUNTIES.map(area);
const TOWNS = COUNTIES.flatMap((county) =>
  Array.from({ length: 9 }, (_, at) => ({ ...area(county, at), town: `Town ${at}` })),
);
const ALL: DeliverySettings = {
  fee: 900,
  freeOver: 98_765,
  days: { from: 3, to: 5 },
  areas: [...COUNTY_FEES, ...TOWNS],
  points: Array.from({ length: 20 }, (_, at) => ({ ...POINT, name: `Point ${at}` })),
};

test.each([
  ["none", []],
  ["a few", COUNTY_FEES.slice(0, AREAS_NAMED)],
  ["one more", COUNTY_FEES.slice(0, AREAS_NAMED + 1)],
  ["all and their towns", ALL.areas],
  ["many of one fee", COUNTIES.map((county) => ({ county, fee: 900, from: 2, to: 9 }))],
])("a summary of %s says what all of them say", (_, areas) => {
  const settings = { ...ALL, areas };
  const summary = summarizeDelivery(settings);
  expect(deliveryText(summary)).toBe(deliveryText(settings));
  for (const subtotal of [0, 98_765, 98_766])
    expect(feesOf(summary, {}, subtotal)).toEqual(feesOf(settings, {}, subtotal));
  // of a place it says no less than may be asked there
  expect(feesOf(summary, { state: "Mombasa", city: "Nyali" }, 0).to).toBeGreaterThanOrEqual(
    feesOf(settings, { state: "Mombasa", city: "Nyali" }, 0).to,
  );
  expect(JSON.stringify(summary).length).toBeLessThan(700);
});

test("more than a few counties are said in a range, whatever they are called", () => {
  expect(deliveryText(ALL)).toBe(
    "Delivery: Ksh 100 to Ksh 900 by county, 1 to 8 days. Weekends are not counted. Free for orders over Ksh 98,765.",
  );
  expect(deliveryText(USUAL_DELIVERY)).toContain("Kiambu, Machakos, Kajiado: 2 to 3 days.");
});

test("Fees for each county and hundreds of towns weigh only on cart and checkout", async () => {
  const { _id } = await addProduct(shop);
  const paths = ["/", "/collection", "/contact", `/product/${_id}`];
  const weigh = async (path: string) => gzipSync(await pages.text(path)).length;
  const before = await Promise.all(paths.map(weigh));
  await saveSetting(shop, "delivery", ALL);
  await expect
    .poll(() => pages.text(`/product/${_id}`), { timeout: 20_000 })
    .toContain("Delivery: Ksh 100 to Ksh 900 by county, 1 to 8 days.");
  for (const [at, path] of paths.entries())
    expect((await weigh(path)) - (before[at] ?? 0), path).toBeLessThan(250);
  for (const path of ["/cart", "/place-order"])
    for (const point of ["Point 19", "Town 8"]) expect(await pages.text(path), path).toContain(point);
});

test.each([
  ["/cart", true],
  ["/Cart/", true],
  ["/place-order", true],
  ["/product/1", false],
  ["/", false],
])("%s is told all of it: %s", (path, is) => expect(needsAllDelivery(path)).toBe(is));
