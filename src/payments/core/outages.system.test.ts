import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { type Line, layLine } from "../../../test/outage.ts";
import { expectNothingBroken, expectOneOrder, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { age, openPaidShop, type PaidShop, paymentOf, pushOf, standing } from "../../../test/payments.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

let shop: PaidShop;
let line: Line;
/** Another process each time, whose breakers have seen nothing yet. */
let app: TestApp;
beforeAll(async () => {
  line = await layLine();
  shop = await openPaidShop({ MPESA_BASE_URL: line.url });
  line.connect(shop.darajaUrl);
});
afterAll(async () => {
  await shop.close();
  await line.close();
});
beforeEach(async () => {
  app = await shop.second();
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from provider_turns");
  return async () => {
    await line.mend();
    await app.close();
  };
});

/** Seconds go by for this process alone. */
const pass = (seconds: number, step?: number) => shop.pass(seconds, step, app);

let phones = 100;
function phoneFor(scenario: string): string {
  phones += 1;
  const phone = `254712000${phones}`;
  shop.daraja.scenario({ phone, scenario });
  return phone;
}

async function begin() {
  return { buyer: await customer(shop), tee: await addProduct(shop, { stock: { M: 3 } }) };
}

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

test("no token: nothing was asked for, which is said, and the next tap works", async () => {
  const { buyer, tee } = await begin();
  const phone = phoneFor("001");
  await shop.query("delete from provider_tokens");
  await line.breaks("503", "/oauth/");
  const before = pushes();
  expect(await askFor(buyer, pushOf(tee, phone))).toEqual({
    status: 503,
    error: PAYMENT_TEXTS.away,
    id: "",
  });
  expect((await outcomeOf(shop, buyer)).states).toEqual(["rejected"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  await expectCashOnOrder();
  await line.mend();
  expect(pushes()).toBe(before);
  expect((await askFor(buyer, pushOf(tee, phone))).status).toBe(200);
  await pass(30);
  await expectOneOrder(shop, buyer, tee);
  expect(pushes() - before).toBe(1);
});

/** Refused for sure, or nobody knows; which answers are which: send-push.test.ts. */
test.each([
  { how: "429", refused: PAYMENT_TEXTS.busy },
  { how: "503", refused: undefined },
] as const)(
  "A shopper sees what is known of a push, whatever its call met: $how",
  async ({ how, refused }) => {
    const { buyer, tee } = await begin();
    const phone = phoneFor("001");
    // a token is there already
    expect((await askFor((await begin()).buyer, pushOf(tee, phoneFor("002")))).status).toBe(200);
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
  const phone = phoneFor("013");
  const { id } = await askFor(buyer, pushOf(tee, phone));
  await line.breaks("down");
  // beyond the question the schedule has at ten minutes; its next is at thirty
  await pass(660, 15);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: null, status: "pending" });
  await expectCashOnOrder();
  await line.mend();
  // breakers close after 20 s of real time; another process has none open
  const fresh = await shop.second();
  await shop.pass(300, 15, fresh);
  await fresh.close();
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", status: "paid" });
  await expectOneOrder(shop, buyer, tee);
  expect(promptsOn(phone)).toBe(1);
});

test("the callback says paid while M-Pesa cannot be asked: held, and paid within minutes of its return", async () => {
  const { buyer, tee } = await begin();
  const { id } = await askFor(buyer, pushOf(tee, phoneFor("001")));
  await line.breaks("503", "stkpushquery");
  await pass(600, 20);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["paid_held"]);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: null });
  await line.mend();
  app = await shop.second();
  await pass(60, 15);
  await expectOneOrder(shop, buyer, tee);
});

test("three minutes on, with nobody to ask: another prompt is sent; the first turns out to be paid, and the second goes back", async () => {
  const { buyer, tee } = await begin();
  const [first, other] = [phoneFor("013"), phoneFor("001")];
  await askFor(buyer, pushOf(tee, first));
  await line.breaks("503", "stkpushquery");
  await pass(190, 10);
  const before = pushes();
  expect(await askFor(buyer, pushOf(tee, other))).toMatchObject({ status: 200, error: undefined });
  expect([pushes() - before, promptsOn(other)]).toEqual([1, 1]);
  await line.mend();
  app = await shop.second();
  await pass(180, 10);
  const { states, orders } = await outcomeOf(shop, buyer);
  // of the first one's money nobody knows the receipt: staff give it back
  expect(states).toEqual(["refund_failed", "ordered"]);
  expect(orders).toMatchObject([{ payment: true, status: "Order Placed", amount: 1501 }]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
});

test("a slow answer, 30 seconds: the question is let go of, nothing is decided, and the next one is answered", async () => {
  const { buyer, tee } = await begin();
  const { id } = await askFor(buyer, pushOf(tee, phoneFor("013")));
  shop.daraja.mode({ mode: "slow", path: "stkpushquery" });
  await age(shop, 15);
  await shop.clock.advance(15_000);
  const before = shop.daraja.requests("stkpushquery").length;
  const asking = shop.work(app);
  await expect.poll(() => shop.daraja.requests("stkpushquery").length).toBe(before + 1);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: null, status: "pending" });
  await expectCashOnOrder();
  await shop.clock.advance(30_000);
  await asking;
  shop.daraja.mode({ mode: "normal" });
  await pass(15);
  await expectOneOrder(shop, buyer, tee);
  await expectNothingBroken(shop);
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
    const phone = phoneFor("001");
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

holdsInvariants(() => shop);
