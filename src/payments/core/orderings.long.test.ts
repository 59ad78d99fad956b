import { beforeAll, expect, test } from "vitest";
import type { Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { orderingsOf } from "../../../test/orderings.ts";
import { expectOneOrder, moneyOf, outcomeOf, stockOf } from "../../../test/outcome.ts";
import {
  ASKED_FREELY,
  confirm,
  expireHold,
  paidShop,
  paymentOf,
  push,
  pushOf,
  secondProcess,
} from "../../../test/payments.ts";
import type { Person } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";

const shop = paidShop(ASKED_FREELY);
const apps: TestApp[] = [shop, secondProcess(shop)];
// people's answers come out by the events alone
beforeAll(() => shop.daraja.dropCallbacks(true));

const EVENTS = ["callback ok", "callback fail", "query", "confirm", "expiry"] as const;
/** The same without a success that never was: the failure is told twice. */
const FAILURES = ["callback fail", "callback fail again", "query", "confirm", "expiry"] as const;
type Event = (typeof EVENTS)[number] | (typeof FAILURES)[number];

type Push = {
  buyer: Person;
  tee: Goods;
  checkoutRequestID: string;
  payment: Record<string, unknown>;
  /** What the person at the phone does, which M-Pesa's query knows from the event "query" on. */
  truth: "paid" | "cancelled";
};

let phones = 0;

async function begin(truth: Push["truth"]): Promise<Push> {
  // one machine asks for all of them
  await shop.query("delete from rate_limits");
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  phones += 1;
  const phone = `254712${String(phones).padStart(6, "0")}`;
  const checkoutRequestID = await push(shop, buyer, pushOf(tee, phone));
  return { buyer, tee, checkoutRequestID, payment: await paymentOf(shop, buyer), truth };
}

async function happen(event: Event, app: TestApp, { checkoutRequestID, payment, buyer, truth }: Push) {
  const id = String(payment.id);
  const work = () => app.jobs.tasks.payment?.(id);
  const prompt = shop.daraja.payments().find((made) => made.checkoutRequestId === checkoutRequestID);
  if (!prompt) throw new Error("no prompt");
  const callback = async (ResultCode: number, metadata: object) => {
    const { merchantRequestId: MerchantRequestID } = prompt;
    const stkCallback = { MerchantRequestID, CheckoutRequestID: checkoutRequestID, ResultCode, ...metadata };
    const answer = await app.post(new URL(prompt.callbackUrl).pathname, { Body: { stkCallback } });
    expect(answer).toMatchObject({ status: 200, body: { ResultCode: 0, ResultDesc: "Accepted" } });
    await work();
  };
  switch (event) {
    case "callback ok": {
      const receipt = prompt.receipt ?? `UKL${String(phones).padStart(7, "0")}`;
      const Item = [
        { Name: "Amount", Value: prompt.amount },
        { Name: "MpesaReceiptNumber", Value: receipt },
      ];
      return callback(0, { CallbackMetadata: { Item } });
    }
    case "callback fail":
    case "callback fail again":
      return callback(1032, {});
    case "query":
      await shop.daraja[truth === "paid" ? "approve" : "cancel"](checkoutRequestID);
      await shop.query(
        "update payments set next_check_at = now(), lease_until = null where id = $1 and next_check_at is not null",
        [id],
      );
      return work();
    case "confirm": {
      const answer = await confirm({ ...shop, ...app }, buyer, { checkoutRequestID });
      expect([200, 409]).toContain(answer.status);
      return;
    }
    case "expiry":
      return expireHold(shop, app.db, id);
  }
}

/** Plays the events, every other one in the second app. */
async function play(order: readonly Event[], of: Push) {
  for (const [index, event] of order.entries()) await happen(event, apps[index % 2] ?? shop, of);
  // what was never asked about in time is asked about now
  await shop.query("update payments set next_check_at = now() where id = $1 and next_check_at is not null", [
    of.payment.id,
  ]);
  await shop.jobs.tasks.payment?.(String(of.payment.id));
}

test("A paid push is one order and one mail, in any order of events", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await begin("paid");
    await play(order, made);
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toMatchObject({ order, states: ["paid"] });
    const orderId = await expectOneOrder(shop, made.buyer, made.tee);
    // its callback and its answer are one sum, in any order
    expect({ order, money: await moneyOf(shop, made.buyer) }).toEqual({
      order,
      money: [{ receipt: expect.any(String), amount: 1501, state: "paid" }],
    });
    const { checkoutRequestID } = made;
    // by now every page hears of the same order
    expect((await confirm(shop, made.buyer, { checkoutRequestID })).body.orderId).toBe(orderId);
  }
});

test("A cancelled push sells nothing, even when a callback claims success", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await begin("cancelled");
    await play(order, made);
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toEqual({
      order,
      states: ["paid_held"],
      orders: [],
      mails: [],
    });
    // what its callback claims is written down, and not spent
    expect(await moneyOf(shop, made.buyer)).toMatchObject([{ amount: 1501, state: "unallocated" }]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
    const { checkoutRequestID } = made;
    expect((await confirm(shop, made.buyer, { checkoutRequestID })).status).toBe(409);
  }
});

test("A cancelled push fails and frees its stock, in any order of events", { timeout: 600_000 }, async () => {
  for (const order of orderingsOf(FAILURES)) {
    const made = await begin("cancelled");
    await play(order, made);
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toEqual({
      order,
      states: ["failed"],
      orders: [],
      mails: [],
    });
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  }
});

holdsInvariants(() => shop);
