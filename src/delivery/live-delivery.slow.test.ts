import { afterAll, beforeEach, expect, test } from "vitest";
import { openDeliveryShop, POINT } from "../../test/delivery.ts";
import { addProduct } from "../../test/goods.ts";
import { written } from "../../test/orders.ts";
import { confirm, push } from "../../test/payments.ts";
import { ADDRESS, customer, freshMobile } from "../../test/people.ts";
import type { Answer, TestApp } from "../../test/shop.ts";
import { COUNTIES } from "./setting-rules.ts";

const opened = await openDeliveryShop();
const { shop, set } = opened;
const tee = await addProduct(shop, { price: 1_000, stock: { M: 10_000 } });
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  await shop.pass(15, 15);
});
afterAll(() => opened.close());

const itemsOf = (quantity: number) => [{ _id: tee._id, size: "M", quantity }];
type To = { state: string; city: string; delivery?: string };
const KAREN: To = { state: "Nairobi", city: "Karen" };

const quote = async (to: To, quantity = 1, app: TestApp = shop) =>
  (await app.post("/api/order/quote", { items: itemsOf(quantity), ...to })).body;

/** Orders in each way that there is, for the amount that the shopper saw. */
async function inEachWay(
  amount: number,
  { state, city, delivery }: To,
  quantity = 1,
): Promise<[way: string, Answer, userId: string][]> {
  const found: [string, Answer, string][] = [];
  for (const [way, send] of Object.entries(opened.ways)) {
    const { token, userId } = await customer(shop);
    const address = { ...ADDRESS, state, city };
    const body = { address, items: itemsOf(quantity), amount, ...(delivery ? { delivery } : {}) };
    found.push([way, await send(token, body), userId]);
  }
  return found;
}

/** What the shopper's order came to, placed or not. */
async function boughtBy(userId: string) {
  const [row] = await shop.query(
    "select subtotal, delivery_fee, amount, delivery from orders where user_id = $1",
    [userId],
  );
  return row;
}

async function expectInEachWay(to: To, quantity: number, fee: number) {
  const subtotal = 1_000 * quantity;
  const amount = subtotal + fee;
  expect(await quote(to, quantity)).toMatchObject({ subtotal, deliveryFee: fee, amount });
  const before = await written(shop);
  for (const [way, { status, body }] of await inEachWay(amount + 1, to, quantity))
    expect([way, status, body.amount], body.message).toEqual([way, 409, amount]);
  expect(await written(shop)).toEqual(before);
  for (const [way, { status, text }, userId] of await inEachWay(amount, to, quantity)) {
    expect([way, status], text).toEqual([way, 200]);
    expect(await boughtBy(userId)).toMatchObject({ subtotal, delivery_fee: fee, amount });
  }
}

test("A payment begun before a fee changes keeps its amount", async () => {
  await set({ fee: 250 });
  const buyer = await customer(shop);
  const phone = freshMobile();
  shop.daraja.scenario({ phone: `254${phone.slice(1)}`, scenario: "001" });
  const body = { address: ADDRESS, items: itemsOf(1), amount: "1250", phoneNumber: phone };
  const checkoutRequestID = await push(shop, buyer, body);
  await set({ fee: 400 });
  await shop.pass(60);
  const { body: confirmed } = await confirm(shop, buyer, { checkoutRequestID, address: ADDRESS });
  expect(confirmed).toMatchObject({ success: true });
  const orders = await shop.query(
    "select id, delivery_fee, amount from orders where phase = 'placed' and user_id = $1",
    [buyer.userId],
  );
  expect(orders).toEqual([{ id: confirmed.orderId, delivery_fee: 250, amount: 1_250 }]);
});

test("Quote and all ways to pay charge one flat delivery fee; another total is refused with the new one", async () => {
  await set({ fee: 250 });
  expect(await quote(KAREN)).toMatchObject({ deliveryFee: 250 });
  await expectInEachWay({ state: "Turkana", city: "Lodwar" }, 2, 250);
});

test("Delivery is free above the owner's amount, in quote and each way to pay", async () => {
  await set({ fee: 180, freeOver: 3_000 });
  expect(await quote(KAREN, 3)).toMatchObject({ subtotal: 3_000, deliveryFee: 180 });
  await set({ fee: 180, freeOver: 2_999 });
  await expectInEachWay(KAREN, 3, 0);
});

test("Counties and towns have fees of their own, in quote and each way to pay", async () => {
  const areas = COUNTIES.map((county, at) => ({ county, fee: 100 + at, from: 1, to: 2 }));
  await set({ fee: 900, areas: [...areas, { county: "Nakuru", town: "Naivasha", fee: 77, from: 4, to: 6 }] });
  // that each of the 47 is found is held by rules.test.ts
  for (const [at, county] of [...COUNTIES.entries()].filter(([at]) => at % 9 === 0))
    for (const app of [shop, opened.other])
      expect(await quote({ state: county, city: "Somewhere" }, 1, app)).toMatchObject({
        deliveryFee: 100 + at,
        amount: 1_100 + at,
      });
  expect(await quote({ state: "nakuru county", city: "NAIVASHA" })).toMatchObject({
    deliveryFee: 77,
    days: { from: 4, to: 6 },
  });
  expect(await quote({ state: "Elsewhere", city: "X" })).toMatchObject({ deliveryFee: 900 });
  await expectInEachWay({ state: "Nakuru", city: "Naivasha" }, 1, 77);
});

test("A pick-up point costs its own fee, in quote and each way to pay", async () => {
  await set({ fee: 900, points: [POINT, { ...POINT, name: "Naivasha stage", fee: 50 }] });
  await expectInEachWay({ ...KAREN, delivery: "Naivasha stage" }, 1, 50);
  for (const [, , userId] of await inEachWay(1_000, { ...KAREN, delivery: "Langata Road" })) {
    const bought = await boughtBy(userId);
    expect(bought?.delivery).toEqual({ from: 1, to: 2, pickUp: { name: POINT.name, hours: POINT.hours } });
    // the point's place is not the shopper's address
    expect(await shop.query("select 1 from addresses where user_id = $1", [userId])).toEqual([]);
  }
  await set({ fee: 900 });
  for (const [way, { status, body }] of await inEachWay(1_000, { ...KAREN, delivery: "Langata Road" }))
    expect([way, status, body.message]).toEqual([
      way,
      409,
      "This pick-up point is no longer available. Please choose again.",
    ]);
});
