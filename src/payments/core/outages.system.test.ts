import { afterAll, beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { layLine } from "../../../test/outage.ts";
import { expectOneOrder, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { intent, openPaidShop, paymentOf, pushOf, standing } from "../../../test/payments.ts";
import { orderOf, type Person } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";
import { orderStanding, typeCode } from "../../../test/till.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

/** Another process each time, whose breakers have seen nothing yet. */
let app: TestApp;
/** To M-Pesa, and to the card provider. */
const [line, cards] = [await layLine(), await layLine()];
const shop = await openPaidShop({ MPESA_BASE_URL: line.url, FLW_BASE_URL: cards.url });
line.connect(shop.darajaUrl);
cards.connect(shop.flutterwaveUrl);
shop.flutterwave.webhookUrl({ url: null });
afterAll(async () => {
  await shop.close();
  await line.close();
  await cards.close();
});
beforeEach(async () => {
  app = await shop.second();
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from provider_turns");
  return async () => {
    await line.mend();
    await cards.mend();
    await app.close();
  };
});

/** Seconds go by for this process alone. */
const pass = (seconds: number, step = 15) => shop.pass(seconds, step, app);

/** Breakers close after 20 s of real time; a new process has none open. */
async function startAgain() {
  await app.close();
  app = await shop.second();
}

const begin = () => shop.sale({ stock: { M: 3 } });
const pushes = () => shop.daraja.requests("processrequest").length;
const promptsOn = (phone: string) => shop.daraja.payments().filter((prompt) => prompt.phone === phone).length;

/** Whatever befalls the providers, an order on a typed code is placed. */
async function expectCashOnOrder() {
  const { buyer, tee } = await begin();
  const { status, body } = await app.post(PLACE, orderOf(tee), buyer.token);
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, message: "Order placed", orderId: expect.any(String) },
  });
}

async function askFor(buyer: Person, body: object) {
  const answer = await app.post("/token/stkpush", body, buyer.token);
  return { status: answer.status, error: answer.body.error, id: String(answer.body.CheckoutRequestID ?? "") };
}

/** Refused for sure, or nobody knows; which answers are which: send-push.test.ts. */
test.each([
  { how: "429", refused: PAYMENT_TEXTS.busy },
  { how: "503", refused: undefined },
] as const)(
  "A shopper sees what is known of a push, whatever its call met: $how",
  async ({ how, refused }) => {
    const { buyer, tee } = await begin();
    const phone = shop.phone("001");
    // a token is there already
    expect((await askFor((await begin()).buyer, pushOf(tee, shop.phone("002")))).status).toBe(200);
    const before = pushes();
    await line.breaks(how, "processrequest");
    const answer = await askFor(buyer, pushOf(tee, phone));
    await expectCashOnOrder();
    const { id } = await paymentOf(shop, buyer);
    if (refused) {
      expect(answer).toEqual({ status: 503, error: refused, id: "" });
      expect(await standing(shop, buyer, `ATT-${id}`)).toMatchObject({ ResultCode: "26", status: "failed" });
    } else {
      expect(answer).toEqual({ status: 200, error: undefined, id: `ATT-${id}` });
      // the same cart again is the same push
      expect((await askFor(buyer, pushOf(tee, phone))).id).toBe(`ATT-${id}`);
      await pass(70, 10);
      expect(await standing(shop, buyer, `ATT-${id}`)).toMatchObject({ ResultCode: null, status: "pending" });
    }
    expect(line.failed()).toBe(1);
    await line.mend();
    await pass(120, 20);
    expect([pushes() - before, promptsOn(phone)]).toEqual([0, 0]);
    expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
  },
);

test("A push paid before M-Pesa was away for ten minutes is an order within five minutes of its return", async () => {
  const { buyer, tee } = await begin();
  const phone = shop.phone("013");
  const { id } = await askFor(buyer, pushOf(tee, phone));
  await line.breaks("down");
  // beyond the question the schedule has at ten minutes; its next is at thirty
  await pass(660);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: null, status: "pending" });
  await expectCashOnOrder();
  await line.mend();
  await startAgain();
  await pass(300);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", status: "paid" });
  await expectOneOrder(shop, buyer, tee);
  expect(promptsOn(phone)).toBe(1);
});

test("Wrong keys are named in plain words, without a secret", async () => {
  for (const [name, value] of [
    ["MPESA_CONSUMER_KEY", "wrong-key"],
    ["MPESA_CONSUMER_SECRET", "wrong-secret"],
    ["MPESA_PASSKEY", "wrong-passkey"],
  ] as const) {
    await shop.query("delete from provider_tokens");
    const wrong = await shop.second({ [name]: value });
    const { buyer, tee } = await begin();
    const phone = shop.phone("001");
    const answer = await wrong.post("/token/stkpush", pushOf(tee, phone), buyer.token);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 502,
      body: { success: false, message: PAYMENT_TEXTS.refused, error: PAYMENT_TEXTS.refused },
    });
    expect(promptsOn(phone)).toBe(0);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
    await wrong.close();
  }
  await shop.query("delete from provider_tokens");
});

test("A code paid before M-Pesa was away for ten minutes is paid within five minutes of its return", async () => {
  const { buyer, tee } = await begin();
  const { code } = shop.daraja.payTill({ amount: 1501, phone: "254711222333", status: "completed" });
  await line.breaks("503");
  const { orderId } = await typeCode(shop, buyer, tee, code);
  const ahead = (shop.clock.now() - Date.now()) / 1_000;
  await pass(660);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
  // the simulator's clock, by which the money moved, runs ahead of the rows
  await shop.query(
    "update payments set created_at = created_at + make_interval(secs => $1) where order_id = $2",
    [ahead, orderId],
  );
  await line.mend();
  await startAgain();
  await pass(285);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid" });
});

test("A card paid before its provider was away for ten minutes is an order within five minutes of its return", async () => {
  const { buyer, tee } = await begin();
  const { tx_ref } = await intent(shop, buyer, tee);
  const paid = await shop.flutterwave.pay({ tx_ref, card: "5061460166976054667" });
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

holdsInvariants(() => shop);
