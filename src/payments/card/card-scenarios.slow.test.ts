import { beforeEach, describe, expect, test, vi } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectNothingBroken, expectOneOrder, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { intent, paidShop, paymentOf } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

const shop = paidShop();
beforeEach(() => {
  shop.flutterwave.switches({ missingStatus: 400, byReference: "first" });
});

/** A card payment begun by a new shopper, of a product with three on the shelf. */
async function begin() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
  return { buyer, tee, tx_ref, pay: (card: string) => shop.flutterwave.pay({ tx_ref, card }) };
}

/** The page's own call after the modal called back. */
const tell = (buyer: Person, paid: { transaction_id: number; tx_ref: string | number }) =>
  shop.post(
    "/api/order/flutterwave",
    { transactionId: paid.transaction_id, tx_ref: String(paid.tx_ref), status: "successful", amount: 1501 },
    buyer.token,
  );
const quirky = (last: number) => `4000000000000${String(last).padStart(3, "0")}`;
const GOOD = "5061460166976054667";
const NO_MONEY = "5258585922666506";
const nothing = { orders: [], mails: [] };
const transactions = (tx_ref: string) =>
  shop.flutterwave.transactions().filter((charge) => charge.tx_ref === tx_ref);

describe("cards that pay", () => {
  test.each([
    { number: GOOD, about: "succeeds" },
    { number: quirky(3), about: "webhook before the callback" },
    { number: quirky(4), about: "webhook twice" },
  ])("$number $about: reported by the browser, one order", async ({ number }) => {
    const { buyer, tee, tx_ref, pay } = await begin();
    const paid = await pay(number);
    const answer = await tell(buyer, paid);
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: "Order placed" } });
    await shop.pass(10);
    const orderId = await expectOneOrder(shop, buyer, tee);
    expect(answer.body.orderId).toBe(orderId);
    // the same call again gives the same order
    expect((await tell(buyer, paid)).body.orderId).toBe(orderId);
    const [charge] = transactions(tx_ref);
    expect(await paymentOf(shop, buyer)).toMatchObject({
      receipt: String(charge?.id),
      details: {
        currency: "KES",
        payment_type: "card",
        processor_response: "Approved",
        flw_ref: charge?.flw_ref,
        last4: number.slice(-4),
      },
    });
    await expectNothingBroken(shop);
  });

  test.each([
    { number: quirky(16), about: "flat" },
    { number: GOOD, about: "the tab was closed" },
  ])("$number by webhook alone: $about", async ({ number }) => {
    const { buyer, tee, pay } = await begin();
    await pay(number);
    await shop.pass(5);
    await expectOneOrder(shop, buyer, tee);
  });

  test("reported by nobody, its webhook with a wrong hash: found by the schedule after a minute", async () => {
    const { buyer, tee, pay } = await begin();
    await pay(quirky(15));
    await shop.pass(30, 30);
    expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], ...nothing });
    await shop.pass(35);
    await expectOneOrder(shop, buyer, tee);
  });
});

describe("cards that do not pay", () => {
  test.each([
    { number: NO_MONEY, fails: "Insufficient Funds" },
    { number: quirky(14), fails: "called back as successful all the same" },
  ])("$number $fails: no order, however sure the browser is; over with its session", async ({ number }) => {
    const { buyer, tee, pay } = await begin();
    const paid = await pay(number);
    expect(await tell(buyer, paid)).toMatchObject({
      status: 400,
      body: { message: PAYMENT_TEXTS.cardNotPaid },
    });
    await shop.pass(5);
    expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], ...nothing });
    await shop.query(
      "update payments set created_at = created_at - interval '31 minutes' where order_id in (select id from orders where user_id = $1)",
      [buyer.userId],
    );
    await shop.pass(65);
    expect(await outcomeOf(shop, buyer)).toEqual({ states: ["failed"], ...nothing });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
    await expectNothingBroken(shop);
  });

  test("closed before paying: the items are held for the session, then free, and nothing is owed", async () => {
    const { buyer, tee, pay } = await begin();
    expect(await pay(quirky(19))).toMatchObject({ status: "cancelled" });
    await shop.pass(1_740);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
    await shop.pass(480);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
    expect(await outcomeOf(shop, buyer)).toMatchObject(nothing);
    await shop.pass(3_600);
    expect(await outcomeOf(shop, buyer)).toEqual({ states: ["failed"], ...nothing });
  });
});

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

test("012 verify knows nothing for five seconds: being confirmed, then one order", async () => {
  const { buyer, tee, pay } = await begin();
  const paid = await pay(quirky(12));
  const confirming = { success: true, message: PAYMENT_TEXTS.beingConfirmed, pending: true };
  // a client that knows the specification alone names no reference
  for (const named of [{ tx_ref: String(paid.tx_ref) }, {}]) {
    const body = { transactionId: paid.transaction_id, ...named };
    const answer = await shop.post("/api/order/flutterwave", body, buyer.token);
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
  await shop.query(
    "update payments set created_at = created_at - interval '31 minutes' where order_id in (select id from orders where user_id = $1)",
    [buyer.userId],
  );
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

holdsInvariants(() => shop);
