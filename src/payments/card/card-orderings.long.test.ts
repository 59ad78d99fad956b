import { afterAll, beforeAll, expect, test } from "vitest";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { orderingsOf } from "../../../test/orderings.ts";
import { expectNothingBroken, expectOneOrder, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { intent, openPaidShop, type PaidShop, paymentOf } from "../../../test/payments.ts";
import { crowd, orderOf, type Person } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";
import { releaseExpired } from "../../ordering/holds.server.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

let shop: PaidShop;
let apps: TestApp[];
let people: Person[];
beforeAll(async () => {
  shop = await openPaidShop();
  // webhooks come by the events alone
  shop.flutterwave.webhookUrl({ url: null });
  apps = [shop, await shop.second()];
  people = await crowd(shop, 600);
});
afterAll(async () => {
  await apps[1]?.close();
  await shop.close();
});

const EVENTS = ["webhook ok", "webhook fail", "verify by job", "confirm", "expiry"] as const;
type Event = (typeof EVENTS)[number];
/** Two tries in one modal: the first card fails, and with the event "webhook ok" the second one pays, if it ever does. */
type Paying = {
  buyer: Person;
  tee: Goods;
  id: string;
  tx_ref: string;
  failed: number;
  pays: boolean;
  paid?: number;
};

const NO_MONEY = "5258585922666506";
const GOOD = "5061460166976054667";
const somebody = () => people.pop() ?? expect.fail("the crowd is too small");

async function begin(pays: boolean, pieces: number): Promise<Paying> {
  const buyer = somebody();
  const tee = await addProduct(shop, { stock: { M: pieces } });
  const { tx_ref } = await intent(shop, buyer, tee);
  const { transaction_id } = await shop.flutterwave.pay({ tx_ref, card: NO_MONEY });
  const { id } = await paymentOf(shop, buyer);
  return { buyer, tee, id: String(id), tx_ref, failed: transaction_id, pays };
}

async function happen(event: Event, app: TestApp, of: Paying): Promise<void> {
  const { tx_ref, failed, id, buyer } = of;
  const webhook = async (transaction: number, status: string) => {
    const data = { id: transaction, tx_ref, status, amount: 1501, currency: "KES", payment_type: "card" };
    const signed = { "verif-hash": FLUTTERWAVE.webhookHash };
    const answer = await app.post("/hooks/card", { event: "charge.completed", data }, undefined, signed);
    expect(answer.status).toBe(200);
    await app.jobs.tasks.hook?.("card");
  };
  switch (event) {
    case "webhook ok":
      if (of.pays) of.paid = (await shop.flutterwave.pay({ tx_ref, card: GOOD })).transaction_id;
      // where nobody pays it is a forger who knows the hash
      return webhook(of.paid ?? failed, "successful");
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
      await shop.query("update holds set until = now() - interval '1 second' where id = $1", [id]);
      return releaseExpired(app.db, id);
  }
}

/** Plays the events, every other one in the second app; nobody promises which try is told by reference. */
async function play(order: readonly Event[], of: Paying, after?: (event: Event) => Promise<void>) {
  const byReference = (["first", "last", "best"] as const)[order.indexOf("expiry") % 3] ?? "first";
  shop.flutterwave.switches({ byReference });
  for (const [index, event] of order.entries()) {
    await happen(event, apps[index % 2] ?? shop, of);
    await after?.(event);
  }
}

test("A card payment is one order and one mail, in any order of events", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await begin(true, 3);
    await play(order, made);
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toMatchObject({ order, states: ["ordered"] });
    const orderId = await expectOneOrder(shop, made.buyer, made.tee);
    const body = { transactionId: made.paid };
    const answer = await shop.post("/api/order/flutterwave", body, made.buyer.token);
    expect(answer.body.orderId).toBe(orderId);
    expect((await paymentOf(shop, made.buyer)).receipt).toBe(String(made.paid));
  }
  await expectNothingBroken(shop);
});

test("when another shopper takes the last piece at the expiry: an order or a refund, never both", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await begin(true, 1);
    const rival = somebody();
    let taken = 0;
    await play(order, made, async (event) => {
      if (event !== "expiry") return;
      taken = (await shop.post("/api/order/placeOrder", orderOf(made.tee), rival.token)).status;
    });
    const inTime = order.indexOf("webhook ok") < order.indexOf("expiry");
    expect({ order, taken }).toEqual({ order, taken: inTime ? 409 : 200 });
    if (inTime) await expectOneOrder(shop, made.buyer, made.tee);
    else
      expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toEqual({
        order,
        states: ["refund_pending"],
        orders: [{ id: expect.any(String), payment: true, status: "Cancelled", refund: "due", amount: 1501 }],
        mails: ["refund-due"],
      });
    // the rival's piece is kept until the money of a code is found
    const kept = inTime ? 0 : 1;
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 0, held: kept, sold: 1 - kept });
  }
  await expectNothingBroken(shop);
});

test("a card that never pays, whatever a webhook and a browser claim: all 120 come to nothing", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await begin(false, 3);
    await play(order, made);
    // while the modal may be open another try may follow
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toEqual({
      order,
      states: ["pending"],
      orders: [],
      mails: [],
    });
    await shop.query(
      "update payments set created_at = now() - interval '36 minutes', next_check_at = now() where id = $1",
      [made.id],
    );
    await shop.jobs.tasks.payment?.(made.id);
    expect((await outcomeOf(shop, made.buyer)).states).toEqual(["failed"]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  }
  await expectNothingBroken(shop);
});

holdsInvariants(() => shop);
