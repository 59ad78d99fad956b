import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { addProduct, type Goods, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder } from "../../../test/outcome.ts";
import { openPaidShop, paymentOf, pushOf, standing } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";
import { layWire } from "../../../test/wire.ts";

let tee: Goods;
let buyer: Person;
let phone: string;
const wire = await layWire(inject("server"));
const shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" }, undefined, wire.server);
shop.daraja.switches({ queryLimit: false });
beforeEach(async () => {
  phone = shop.phone();
  tee = await addProduct(shop, { stock: { M: 5 } });
  buyer = await customer(shop);
});
afterAll(async () => {
  wire.mend();
  await shop.close();
  wire.close();
});

const BUSY = "The shop is very busy. Please try again in a moment.";
const tap = (asked: object) => shop.post("/token/stkpush", asked, buyer.token);
const prompts = () => shop.daraja.payments().filter((prompt) => prompt.phone === phone);

/** The one prompt is paid, and the payment ends as its one order. */
async function becomesOneOrder(): Promise<void> {
  expect(prompts()).toHaveLength(1);
  const [prompt] = prompts();
  await shop.daraja.approve(prompt?.checkoutRequestId ?? "");
  await shop.pass(120, 30);
  await isOneOrder();
}

async function isOneOrder(): Promise<void> {
  const orderId = await expectOneOrder(shop, buyer, tee);
  const payment = await paymentOf(shop, buyer);
  expect(payment).toMatchObject({ state: "paid", active: false, order_id: orderId });
  const id = String(payment.checkout_request_id);
  expect(await standing(shop, buyer, id)).toMatchObject({ status: "paid", orderId });
  expect(await onHand(shop, tee)).toBe(4);
}

test.each([
  'from "users"',
  "for update",
  'update "stock"',
  'insert into "orders"',
  'insert into "holds"',
  'insert into "payments"',
])("cut right after a push sent %j: nothing is left of it, and the same tap gives one", async (word) => {
  const asked = pushOf(tee, phone);
  wire.cutAfter(word);
  expect(await tap(asked)).toMatchObject({ status: 503, body: { success: false, message: BUSY } });
  wire.mend();
  expect(prompts()).toEqual([]);
  expect(await onHand(shop, tee)).toBe(5);
  expect((await tap(asked)).status).toBe(200);
  await becomesOneOrder();
});

test("A push whose COMMIT was cut is sent once, by the same tap", async () => {
  const asked = pushOf(tee, phone);
  wire.cutAfter("commit");
  expect((await tap(asked)).status).toBe(503);
  wire.mend();
  // the commit had left: it arrives in its own time
  await expect.poll(() => onHand(shop, tee)).toBe(4);
  expect(prompts()).toEqual([]);
  // M-Pesa takes its time: who finds that another sends, and who sees it leave, wait for its answer too
  shop.daraja.mode({ mode: "slow", path: "stkpush" });
  const taps = Promise.all([tap(asked), tap(asked), pause(100).then(() => tap(asked))]);
  await expect.poll(() => prompts().length).toBe(1);
  await pause(500);
  shop.daraja.mode({ mode: "normal" });
  await shop.clock.advance(30_000);
  const [first, ...others] = await taps;
  const id = first?.body.CheckoutRequestID;
  expect(id).toMatch(/^ws_CO_/);
  for (const answer of [first, ...others])
    expect(answer).toMatchObject({ status: 200, body: { CheckoutRequestID: id } });
  await becomesOneOrder();
});

test("cut while it notes that the request leaves: it does not leave, and another tap may", async () => {
  const asked = pushOf(tee, phone);
  wire.cutAfter('"submitted_at" = now()');
  expect((await tap(asked)).status).toBe(503);
  wire.mend();
  expect(prompts()).toEqual([]);
  expect(await onHand(shop, tee)).toBe(5);
  expect((await tap({ ...asked, clientAttemptId: "another tap" })).status).toBe(200);
  await becomesOneOrder();
});

test("cut while it keeps M-Pesa's answer: the same tap sends no second prompt, and the callback finishes it", async () => {
  const asked = pushOf(tee, phone);
  wire.cutAfter('"checkout_request_id" = ');
  const tapping = tap(asked);
  await expect.poll(() => prompts().length).toBe(1);
  await expect.poll(() => wire.cuts()).toBeGreaterThan(0);
  // the answer is known to nobody else, so that it is kept as soon as the database is back
  wire.mend();
  expect((await tapping).status).toBe(200);
  expect((await tap(asked)).status).toBe(200);
  await becomesOneOrder();
}, 30_000);

test.each([
  'update "orders"',
  'update "stock"',
  'delete from "cart_lines"',
  'insert into "outbox"',
  "commit",
])("A payment cut while becoming an order is one order and one mail: %j", async (word) => {
  expect((await tap(pushOf(tee, phone))).status).toBe(200);
  await shop.daraja.approve(prompts()[0]?.checkoutRequestId ?? "");
  wire.cutAfter(word);
  await shop.work().catch(() => {});
  expect(wire.cuts()).toBeGreaterThan(0);
  wire.mend();
  await shop.pass(60, 30);
  await isOneOrder();
});

test("a callback cut while it is written down is answered 503, and the payment is found all the same", async () => {
  expect((await tap(pushOf(tee, phone))).status).toBe(200);
  wire.cutAfter('insert into "webhook_inbox"');
  expect(await shop.daraja.approve(prompts()[0]?.checkoutRequestId ?? "")).toBe(503);
  wire.mend();
  await shop.pass(60, 30);
  await isOneOrder();
});

holdsInvariants(() => shop);
