import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { age, intent, openPaidShop, type PaidShop, paymentOf, push, pushOf } from "../../test/payments.ts";
import { customer, orderOf, type Person } from "../../test/people.ts";

let shop: PaidShop;
let tee: Goods;
let buyer: Person;
let phones = 0;
beforeAll(async () => {
  // other shoppers' prompts, still out, take no turns of questions
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
});
afterAll(() => shop.close());
beforeEach(async () => {
  buyer = await customer(shop);
  tee = await addProduct(shop);
});

// what is kept for too long is let go
afterEach(() => shop.work());

const freshPhone = () => {
  phones += 1;
  return `254734${String(phones).padStart(6, "0")}`;
};
const standing = async (checkout: string, { goods = [] as Goods[], token = buyer.token } = {}) => {
  const items = goods.map(({ _id, size }) => ({ _id, size, quantity: 1 }));
  const body = { checkout, ...(goods.length > 0 ? { items } : {}) };
  const answer = await shop.post("/api/payment/checkout", body, token);
  expect(answer.status).toBe(200);
  return answer.body.standing;
};

test("a checkout nobody knows is open, and so is one whose card page is open", async () => {
  expect(await standing("nobody's")).toEqual({ status: "open" });
  await intent(shop, buyer, tee);
  expect(await standing("card", { goods: [tee] })).toEqual({ status: "open" });
  await age(shop, 3_600);
});

test("while a prompt is out, for three minutes; also for the same goods from another device, and for nobody else", async () => {
  const phone = freshPhone();
  await push(shop, buyer, pushOf(tee, phone), "one");
  const seen = { status: "paying", method: "mpesa", amount: 1501, phone: `2547…${phone.slice(-3)}` };
  expect(await standing("one")).toEqual({ ...seen, seconds: expect.any(Number) });
  expect(await standing("other", { goods: [tee] })).toEqual({ ...seen, seconds: expect.any(Number) });
  expect(await standing("other", { goods: [await addProduct(shop)] })).toEqual({ status: "open" });
  expect(await standing("other")).toEqual({ status: "open" });
  const stranger = await customer(shop);
  expect(await standing("one", { goods: [tee], token: stranger.token })).toEqual({ status: "open" });
  await age(shop, 170);
  const { seconds } = (await standing("one")) as { seconds: number };
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(10);
  await age(shop, 11);
  expect(await standing("one")).toEqual({ status: "open", late: true });
});

test("a prompt of which nobody knows whether it went out keeps it shut for a minute", async () => {
  const phone = freshPhone();
  shop.daraja.scenario({ phone, scenario: "021" });
  await push(shop, buyer, pushOf(tee, phone), "unsure");
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "submit_unknown" });
  expect(await standing("unsure")).toMatchObject({ status: "paying" });
  await age(shop, 61);
  expect(await standing("unsure")).toEqual({ status: "open", late: true });
});

test("a prompt that was cancelled opens it again, one that was paid has its order", async () => {
  const phone = freshPhone();
  shop.daraja.scenario({ phone, scenario: "002" });
  await push(shop, buyer, pushOf(tee, phone), "cancelled");
  await shop.pass(30);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "failed" });
  expect(await standing("cancelled")).toEqual({ status: "open" });

  buyer = await customer(shop);
  await shop.daraja.approve(await push(shop, buyer, pushOf(tee, freshPhone()), "paid"));
  await shop.pass(15);
  const { order_id: orderId } = await paymentOf(shop, buyer);
  expect(await standing("paid")).toEqual({ status: "ordered", orderId, paid: true });
});

test("an order by code is there, and not paid yet", async () => {
  const { body } = await shop.post(PLACE, orderOf(tee), buyer.token, { "idempotency-key": "code" });
  expect(await standing("code")).toEqual({ status: "ordered", orderId: body.orderId, paid: false });
});

test("money that was seen and is not proven keeps it shut for ten minutes", async () => {
  await push(shop, buyer, pushOf(tee, freshPhone()), "seen");
  await shop.query("update payments set state = 'paid_held' where user_id = $1", [buyer.userId]);
  expect(await standing("seen")).toEqual({ status: "confirming", method: "mpesa", amount: 1501 });
  await age(shop, 601);
  expect(await standing("seen")).toEqual({ status: "open", late: true });
});

test("it is asked signed in, with a name", async () => {
  expect((await shop.post("/api/payment/checkout", { checkout: "x" })).status).toBe(401);
  for (const body of [{}, { checkout: "" }, { checkout: 7 }, { checkout: "x".repeat(256) }])
    expect((await shop.post("/api/payment/checkout", body, buyer.token)).status).toBe(400);
});

holdsInvariants(() => shop);
