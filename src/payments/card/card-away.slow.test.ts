import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, outcomeOf } from "../../../test/outcome.ts";
import { intent, openPaidShop, type PaidShop } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

let shop: PaidShop;
/** Another process each time, whose breakers have seen nothing yet. */
let app: TestApp;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  app = await shop.second();
  shop.flutterwave.mode({ mode: "normal" });
  shop.flutterwave.switches({ missingStatus: 400, byReference: "first" });
  return () => app.close();
});

async function begin() {
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  return { buyer, tee, tx_ref, pay: (card: string) => shop.flutterwave.pay({ tx_ref, card }) };
}
const tell = (buyer: Person, paid: { transaction_id: number; tx_ref: string | number }) =>
  app.post(
    "/api/order/flutterwave",
    { transactionId: paid.transaction_id, tx_ref: String(paid.tx_ref) },
    buyer.token,
  );
const quirky = (last: number) => `4000000000000${String(last).padStart(3, "0")}`;
const GOOD = "5061460166976054667";
const PENDING = { states: ["pending"], orders: [], mails: [] };

test("006 pending for a minute: being confirmed, then one order without the browser's help", async () => {
  const { buyer, tee, pay } = await begin();
  const paid = await pay(quirky(6));
  const answer = await tell(buyer, paid);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: { success: true, message: "Payment is being confirmed", pending: true },
  });
  expect(await outcomeOf(shop, buyer)).toEqual(PENDING);
  await shop.pass(75);
  const orderId = await expectOneOrder(shop, buyer, tee);
  expect((await tell(buyer, paid)).body).toEqual({ success: true, message: "Order placed", orderId });
});

test("verify is malformed: nothing is decided, the page hears 503, and later it is one order", async () => {
  const { buyer, tee, pay } = await begin();
  const paid = await pay(quirky(10));
  expect(await tell(buyer, paid)).toMatchObject({
    status: 503,
    body: { success: false, message: PAYMENT_TEXTS.cardAway },
  });
  await shop.pass(65);
  expect(await outcomeOf(shop, buyer)).toEqual(PENDING);
  shop.flutterwave.heal({ id: paid.transaction_id });
  expect((await tell(buyer, paid)).status).toBe(200);
  await expectOneOrder(shop, buyer, tee);
});

test("009 verify gives up after 28 seconds with a 503: the question is dropped, and asked again by the schedule", async () => {
  const { buyer, tee, pay } = await begin();
  const paid = await pay(quirky(9));
  const answer = tell(buyer, paid);
  const asked = () =>
    shop.flutterwave.requests().filter(({ path }) => path.includes(`/${paid.transaction_id}/`));
  await expect.poll(() => asked().length).toBe(1);
  await shop.clock.advance(29_000);
  expect(await answer).toMatchObject({ status: 503, body: { message: PAYMENT_TEXTS.cardAway } });
  expect(await outcomeOf(shop, buyer)).toEqual(PENDING);
  shop.flutterwave.heal({ id: paid.transaction_id });
  await shop.pass(65);
  await expectOneOrder(shop, buyer, tee);
});

test("012 verify knows nothing for five seconds: being confirmed, then one order", async () => {
  const { buyer, tee, pay } = await begin();
  const paid = await pay(quirky(12));
  const confirming = { success: true, message: PAYMENT_TEXTS.beingConfirmed, pending: true };
  // a client that knows the specification alone names no reference
  for (const named of [{ tx_ref: String(paid.tx_ref) }, {}]) {
    const body = { transactionId: paid.transaction_id, ...named };
    const answer = await app.post("/api/order/flutterwave", body, buyer.token);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: confirming });
  }
  expect(await outcomeOf(shop, buyer)).toEqual(PENDING);
  await shop.pass(6, 6);
  expect((await tell(buyer, paid)).status).toBe(200);
  await expectOneOrder(shop, buyer, tee);
});

test("a transaction nobody knows of is no payment once the session is over, nor without a card page of one's own", async () => {
  const { buyer, tx_ref } = await begin();
  const refused = { status: 400, body: { success: false, message: PAYMENT_TEXTS.cardNotPaid } };
  const stranger = await customer(shop);
  expect(await tell(stranger, { transaction_id: 4711, tx_ref })).toMatchObject(refused);
  await shop.query("update payments set created_at = created_at - interval '31 minutes' where user_id = $1", [
    buyer.userId,
  ]);
  expect(await tell(buyer, { transaction_id: 4711, tx_ref })).toMatchObject(refused);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["failed"]);
});

test("the session goes by the database's clock: this machine's may be half an hour ahead", async () => {
  const { buyer, tee, pay } = await begin();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 });
  try {
    await shop.pass(65);
    expect(await outcomeOf(shop, buyer)).toEqual(PENDING);
  } finally {
    vi.useRealTimers();
  }
  await pay(GOOD);
  await shop.pass(5);
  await expectOneOrder(shop, buyer, tee);
});

test("the provider is down when the browser and a webhook come: nothing is lost or decided", async () => {
  const { buyer, tee, pay } = await begin();
  const paid = await pay(quirky(5));
  shop.flutterwave.mode({ mode: "down" });
  expect((await tell(buyer, paid)).status).toBe(503);
  await shop.flutterwave.webhook({ id: paid.transaction_id });
  await app.jobs.tasks.hook?.("card");
  expect(await outcomeOf(shop, buyer)).toEqual(PENDING);
  shop.flutterwave.mode({ mode: "normal" });
  // the shop's own process may have its breaker open for 20 s; this one has not
  await shop.query("update payments set next_check_at = now(), lease_until = null where user_id = $1", [
    buyer.userId,
  ]);
  const fresh = await shop.second();
  await fresh.jobs.cron.minute();
  await fresh.close();
  await expectOneOrder(shop, buyer, tee);
});

holdsInvariants(() => shop);
