import { afterEach, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../../test/orders.ts";
import { takeTurns } from "../../../test/outage.ts";
import {
  ASKED_FREELY,
  age,
  changePayments,
  checkoutStanding,
  intent,
  paidShop,
  paymentOf,
  push,
  pushOf,
} from "../../../test/payments.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { findCodes, typeCode } from "../../../test/till.ts";

let tee: Goods;
let buyer: Person;
// other shoppers' prompts, still out, take no turns of questions
const shop = paidShop(ASKED_FREELY);
beforeEach(async () => {
  buyer = await customer(shop);
  tee = await addProduct(shop);
});

// what is kept for too long is let go
afterEach(() => shop.work());

const standing = (checkout: string, { goods = [] as Goods[], token = buyer.token, quantity = 1 } = {}) =>
  checkoutStanding(shop, { token }, checkout, goods, quantity);

test("a checkout nobody knows is open, and so is one whose card page is open", async () => {
  expect(await standing("nobody's")).toEqual({ status: "open" });
  await intent(shop, buyer, tee);
  expect(await standing("card", { goods: [tee] })).toEqual({ status: "open" });
  await age(shop, 3_600);
});

test("while a prompt is out, for three minutes; also for the same items from another device, and for nobody else", async () => {
  const phone = shop.phone();
  await push(shop, buyer, pushOf(tee, phone), "one");
  const seen = { status: "paying", method: "mpesa", amount: 1501, phone: `2547…${phone.slice(-3)}` };
  expect(await standing("one")).toEqual({ ...seen, seconds: expect.any(Number) });
  expect(await standing("other", { goods: [tee] })).toEqual({ ...seen, seconds: expect.any(Number) });
  expect(await standing("other", { goods: [await addProduct(shop)] })).toEqual({ status: "open" });
  expect(await standing("other")).toEqual({ status: "open" });
  const stranger = await customer(shop);
  expect(await standing("one", { goods: [tee], token: stranger.token })).toEqual({ status: "open" });
  await age(shop, 120);
  const { seconds } = (await standing("one")) as { seconds: number };
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  await age(shop, 61);
  expect(await standing("one")).toEqual({ status: "open", late: true });
});

test("a prompt of which nobody knows whether it went out keeps it shut for a minute", async () => {
  const phone = shop.phone("021");
  await push(shop, buyer, pushOf(tee, phone), "unsure");
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "submit_unknown" });
  expect(await standing("unsure")).toMatchObject({ status: "paying" });
  await age(shop, 61);
  expect(await standing("unsure")).toEqual({ status: "open", late: true });
});

test("a prompt that was cancelled opens it again, one that was paid has its order", async () => {
  const phone = shop.phone("002");
  await push(shop, buyer, pushOf(tee, phone), "cancelled");
  await shop.pass(30);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "failed" });
  expect(await standing("cancelled")).toEqual({ status: "open" });

  buyer = await customer(shop);
  await shop.daraja.approve(await push(shop, buyer, pushOf(tee, shop.phone()), "paid"));
  await shop.pass(15);
  const { order_id: orderId } = await paymentOf(shop, buyer);
  expect(await standing("paid")).toEqual({ status: "ordered", orderId, paid: true });
});

test("a prompt that M-Pesa calls ended and that may still be paid opens it again, and is said to come late", async () => {
  const id = await push(shop, buyer, pushOf(tee, shop.phone()), "unreached");
  await takeTurns(shop);
  const says = async (ResultCode: number) => {
    await shop.daraja.callback({ checkoutRequestId: id, change: { ResultCode } });
    await shop.work();
    expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", active: false });
  };
  for (const code of [1037, 1036, 1019]) {
    await says(code);
    expect(await standing("unreached")).toEqual({ status: "open", late: true });
  }
  await says(1032);
  expect(await standing("unreached")).toEqual({ status: "open" });
  await shop.query("delete from provider_turns where name = 'mpesa query'");
});

test("a prompt that M-Pesa itself calls unanswered may come late while it is watched, for its own items alone", async () => {
  const phone = shop.phone("003");
  await push(shop, buyer, pushOf(tee, phone), "watched");
  await shop.pass(120);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "failed", code: "1037" });
  expect(await standing("watched")).toEqual({ status: "open", late: true });
  expect(await standing("other", { goods: [tee] })).toEqual({ status: "open", late: true });
  expect(await standing("other", { goods: [await addProduct(shop)] })).toEqual({ status: "open" });
  await changePayments(shop, buyer, "next_check_at = null");
  expect(await standing("watched")).toEqual({ status: "open" });
});

test("an order by code is there, and not paid yet", async () => {
  const { body } = await shop.post(PLACE, orderOf(tee), buyer.token, { "idempotency-key": "code" });
  expect(await standing("code")).toEqual({ status: "ordered", orderId: body.orderId, paid: false });
});

test("money that was seen and is not proven keeps it shut for ten minutes", async () => {
  await push(shop, buyer, pushOf(tee, shop.phone()), "seen");
  await changePayments(shop, buyer, "state = 'paid_held'");
  expect(await standing("seen")).toEqual({ status: "confirming", method: "mpesa", amount: 1501 });
  await age(shop, 601);
  expect(await standing("seen")).toEqual({ status: "open", late: true });
});

/** An order of these goods by a code is refused with this, and the standing says so before. */
async function refusedByCode(goods: Goods, quantity: number, status: number, message: string) {
  const found = (await standing("till", { goods: [goods], quantity })) as { codeRefused: string };
  expect(found).toEqual({ status: "open", codeRefused: expect.stringMatching(message) });
  expect(await refusedOrder(shop, orderOf(goods, { quantity }), buyer.token)).toEqual({
    status,
    body: { success: false, message: found.codeRefused },
  });
}

const FULL =
  "^Until we find your first payment, your orders with a code can have 10 pieces and cost Ksh 30,000";

test("what an order by a code would be refused with is said before: more pieces, or a larger sum, than a newcomer's", async () => {
  expect(await standing("till", { goods: [tee], quantity: 10 })).toEqual({ status: "open" });
  await refusedByCode(tee, 11, 409, FULL);
  const dear = await addProduct(shop, { price: 29_999 });
  expect(await standing("till", { goods: [dear] })).toEqual({ status: "open" });
  await refusedByCode(await addProduct(shop, { price: 30_000 }), 1, 409, FULL);
  await typeCode(shop, buyer, tee);
  await refusedByCode(dear, 1, 409, FULL);
  await findCodes(shop, buyer);
  expect(await standing("till", { goods: [dear], quantity: 11 })).toEqual({ status: "open" });
});

test("two orders that wait for their codes, and five codes of an hour that nobody found, are said before", async () => {
  const other = await addProduct(shop);
  await typeCode(shop, buyer, tee);
  expect(await standing("till", { goods: [other] })).toEqual({ status: "open" });
  await typeCode(shop, buyer, await addProduct(shop));
  await refusedByCode(other, 1, 429, "^We're still looking for the M-Pesa codes of your last 2 orders\\.");
  await findCodes(shop, buyer);
  for (let turn = 0; turn < 5; turn += 1) await typeCode(shop, buyer, await addProduct(shop));
  await refusedByCode(other, 1, 429, "^We're still looking for the M-Pesa codes of your last five orders\\.");
  await age(shop, 3_600);
  expect(await standing("till", { goods: [other] })).toEqual({ status: "open" });
});

test("it is asked signed in, with a name", async () => {
  expect((await shop.post("/api/payment/checkout", { checkout: "x" })).status).toBe(401);
  for (const body of [{}, { checkout: "" }, { checkout: 7 }, { checkout: "x".repeat(256) }])
    expect((await shop.post("/api/payment/checkout", body, buyer.token)).status).toBe(400);
});

holdsInvariants(() => shop);
