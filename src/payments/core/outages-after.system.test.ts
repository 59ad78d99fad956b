import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { type Line, layLine, type Outage } from "../../../test/outage.ts";
import { expectOneOrder, outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { intent, openPaidShop, type PaidShop, paymentOf, pushOf } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";
import { orderStanding, typeCode } from "../../../test/till.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";
import { createPaymentContext } from "./payment-context.server.ts";

// what happens after the money was asked for: questions about codes and cards, and money given back
let shop: PaidShop;
let mpesa: Line;
let cards: Line;
/** Another process each time, whose breakers have seen nothing yet. */
let app: TestApp;
beforeAll(async () => {
  mpesa = await layLine();
  cards = await layLine();
  shop = await openPaidShop({ MPESA_BASE_URL: mpesa.url, FLW_BASE_URL: cards.url });
  mpesa.connect(shop.darajaUrl);
  cards.connect(shop.flutterwaveUrl);
  shop.flutterwave.webhookUrl({ url: null });
});
afterAll(async () => {
  await shop.close();
  await mpesa.close();
  await cards.close();
});
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
  await shop.query("update refunds set next_try_at = null");
  app = await shop.second();
  return async () => {
    await mpesa.mend();
    await cards.mend();
    await app.close();
  };
});

const CARD = "5061460166976054667";

const pass = (seconds: number, step = 15) => shop.pass(seconds, step, app);

/** Breakers close after 20 s of real time; a new process has none open. */
async function startAgain() {
  await app.close();
  app = await shop.second();
}

async function begin() {
  return { buyer: await customer(shop), tee: await addProduct(shop, { stock: { M: 3 } }) };
}

test("A code paid before M-Pesa was away for ten minutes is paid within five minutes of its return", async () => {
  const { buyer, tee } = await begin();
  const { code } = shop.daraja.payTill({ amount: 1501, phone: "254711222333", status: "completed" });
  await mpesa.breaks("503");
  const { orderId } = await typeCode(shop, buyer, tee, code);
  const ahead = (shop.clock.now() - Date.now()) / 1_000;
  await pass(660);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
  // the simulator's clock, by which the money moved, runs ahead of the rows
  await shop.query(
    "update payments set created_at = created_at + make_interval(secs => $1) where order_id = $2",
    [ahead, orderId],
  );
  await mpesa.mend();
  await startAgain();
  await pass(285);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "ordered" });
});

test("A card paid before its provider was away for ten minutes is an order within five minutes of its return", async () => {
  const { buyer, tee } = await begin();
  const { tx_ref } = await intent(shop, buyer, tee);
  const paid = await shop.flutterwave.pay({ tx_ref, card: CARD });
  await cards.breaks("503");
  const tell = () =>
    app.post("/api/order/flutterwave", { transactionId: paid.transaction_id, tx_ref }, buyer.token);
  const told = await tell();
  expect({ status: told.status, message: told.body.message }).toEqual({
    status: 503,
    message: PAYMENT_TEXTS.cardAway,
  });
  await pass(660);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], orders: [], mails: [] });
  await cards.mend();
  await startAgain();
  await pass(285);
  await expectOneOrder(shop, buyer, tee);
  expect((await tell()).status).toBe(200);
});

/** What surely never arrived is tried again by itself; which answers say that: refund.test.ts, faults.test.ts. */
const REFUNDS = [
  { how: "down", again: true },
  { how: "503", again: false },
] as const;

async function expectRefund(
  { how, again }: { how: Outage; again: boolean },
  line: Line,
  buyer: Person,
  sent: () => number,
) {
  const { id } = await paymentOf(shop, buyer);
  const row = async () =>
    (await shop.query<{ state: string }>("select state from refunds where payment_id = $1", [id]))[0]?.state;
  await line.breaks(how);
  await refundByStaff(createPaymentContext(shop), String(id), "wrong size");
  await shop.work(app);
  await line.mend();
  await startAgain();
  expect(await row()).toBe(again ? "due" : "unknown");
  await pass(2_400, 60);
  expect([await row(), sent()]).toEqual(again ? ["done", 1] : ["unknown", 0]);
  expect(await toldStaff(shop, buyer)).toHaveLength(again ? 0 : 1);
}

test.each(REFUNDS)(
  "a reversal meets $how: sent again only where nothing can have been done",
  async (outage) => {
    const { buyer, tee } = await begin();
    const phone = `2547140001${outage.again ? 10 : 11}`;
    shop.daraja.scenario({ phone, scenario: "001" });
    expect((await app.post("/token/stkpush", pushOf(tee, phone), buyer.token)).status).toBe(200);
    await pass(30);
    const before = shop.daraja.requests("reversal").length;
    await expectRefund(outage, mpesa, buyer, () => shop.daraja.requests("reversal").length - before);
  },
);

test.each(REFUNDS)(
  "a card's refund meets $how: sent again only where nothing can have been done",
  async (outage) => {
    const { buyer, tee } = await begin();
    const { tx_ref } = await intent(shop, buyer, tee);
    await shop.flutterwave.pay({ tx_ref, card: CARD });
    await pass(75);
    const calls = () => shop.flutterwave.requests().filter(({ path }) => path.endsWith("/refund")).length;
    const before = calls();
    await expectRefund(outage, cards, buyer, () => calls() - before);
  },
);

test("the card provider does not accept our key: nothing is decided, and the right key finds the payment", async () => {
  const { buyer, tee } = await begin();
  const { tx_ref } = await intent(shop, buyer, tee);
  const paid = await shop.flutterwave.pay({ tx_ref, card: CARD });
  const wrong = await shop.second({ FLW_SECRET_KEY: "FLWSECK_TEST-wrong-X" });
  const claim = { transactionId: paid.transaction_id, tx_ref };
  const told = await wrong.post("/api/order/flutterwave", claim, buyer.token);
  expect({ status: told.status, message: told.body.message }).toEqual({
    status: 503,
    message: PAYMENT_TEXTS.cardAway,
  });
  await wrong.close();
  expect((await outcomeOf(shop, buyer)).states).toEqual(["pending"]);
  expect((await app.post("/api/order/flutterwave", claim, buyer.token)).status).toBe(200);
  await expectOneOrder(shop, buyer, tee);
});

holdsInvariants(() => shop);
