import { beforeAll, expect, test } from "vitest";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import type { Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { orderingsOf } from "../../../test/orderings.ts";
import { expectOneOrder, moneyOf, outcomeOf } from "../../../test/outcome.ts";
import { expireHold, paidShop, paymentOf, secondProcess } from "../../../test/payments.ts";
import type { Person } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

const shop = paidShop();
const apps: TestApp[] = [shop, secondProcess(shop)];
// webhooks come by the events alone
beforeAll(() => shop.flutterwave.webhookUrl({ url: null }));

const EVENTS = ["webhook ok", "webhook fail", "verify by job", "confirm", "expiry"] as const;
type Event = (typeof EVENTS)[number];
/** Two tries in one modal: the first card fails, and with the event "webhook ok" the second one pays. */
type CardPayment = { buyer: Person; tee: Goods; id: string; tx_ref: string; failed: number; paid?: number };

const NO_MONEY = "5258585922666506";
const GOOD = "5061460166976054667";

async function begin(): Promise<CardPayment> {
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 3 } });
  const { transaction_id } = await shop.flutterwave.pay({ tx_ref, card: NO_MONEY });
  const { id } = await paymentOf(shop, buyer);
  return { buyer, tee, id: String(id), tx_ref, failed: transaction_id };
}

async function happen(event: Event, app: TestApp, of: CardPayment): Promise<void> {
  const { tx_ref, failed, id, buyer } = of;
  const webhook = async (transaction: number, status: string) => {
    const data = { id: transaction, tx_ref, status, amount: 1501, currency: "KES", payment_type: "card" };
    const signed = { "verif-hash": FLUTTERWAVE.webhookHash };
    const answer = await app.post("/hooks/card", { event: "charge.completed", data }, undefined, signed);
    expect(answer.status).toBe(200);
    await app.jobs.tasks.webhook?.("card");
  };
  switch (event) {
    case "webhook ok":
      of.paid = (await shop.flutterwave.pay({ tx_ref, card: GOOD })).transaction_id;
      return webhook(of.paid, "successful");
    case "webhook fail":
      return webhook(failed, "failed");
    case "verify by job":
      await shop.query(
        "update payments set next_check_at = now() where id = $1 and next_check_at is not null",
        [id],
      );
      await app.jobs.tasks.payment?.(id);
      return;
    case "confirm": {
      const body = { transactionId: of.paid ?? failed, tx_ref, status: "successful", amount: 1501 };
      const answer = await app.post("/api/order/flutterwave", body, buyer.token);
      if (of.paid) expect(answer).toMatchObject({ status: 200, body: { orderId: expect.any(String) } });
      else expect(answer).toMatchObject({ status: 400, body: { message: PAYMENT_TEXTS.cardNotPaid } });
      return;
    }
    case "expiry":
      return expireHold(shop, app.db, id);
  }
}

/** Plays the events, every other one in the second app; nobody promises which try is told by reference. */
async function play(order: readonly Event[], of: CardPayment) {
  const byReference = (["first", "last", "best"] as const)[order.indexOf("expiry") % 3] ?? "first";
  shop.flutterwave.switches({ byReference });
  for (const [index, event] of order.entries()) await happen(event, apps[index % 2] ?? shop, of);
}

test("A card payment is one order and one mail, in any order of events", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await begin();
    await play(order, made);
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toMatchObject({ order, states: ["paid"] });
    const orderId = await expectOneOrder(shop, made.buyer, made.tee);
    expect({ order, money: await moneyOf(shop, made.buyer) }).toEqual({
      order,
      money: [{ receipt: String(made.paid), amount: 1501, state: "paid" }],
    });
    const body = { transactionId: made.paid };
    const answer = await shop.post("/api/order/flutterwave", body, made.buyer.token);
    expect(answer.body.orderId).toBe(orderId);
  }
});

holdsInvariants(() => shop);
