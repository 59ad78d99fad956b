import { beforeAll, expect, test } from "vitest";
import { ACCEPTED, knockAt, type Pushed, pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { orderingsOf } from "../../../test/orderings.ts";
import { expectOneOrder, moneyOf, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, confirm, expireHold, paidShop, secondProcess } from "../../../test/payments.ts";
import type { TestApp } from "../../../test/shop.ts";

const shop = paidShop(ASKED_FREELY);
const apps: TestApp[] = [shop, secondProcess(shop)];
// people's answers come out by the events alone
beforeAll(() => shop.daraja.dropCallbacks(true));

const EVENTS = ["callback ok", "callback fail", "query", "confirm", "expiry"] as const;
/** The same without a success that never was: the failure is told twice. */
const FAILURES = ["callback fail", "callback fail again", "query", "confirm", "expiry"] as const;
type Event = (typeof EVENTS)[number] | (typeof FAILURES)[number];

/** What the person at the phone does, which M-Pesa's query knows from the event "query" on. */
type Truth = "paid" | "cancelled";
const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 2);

async function happen(event: Event, app: TestApp, { id, payment, buyer, path, text }: Pushed, truth: Truth) {
  const work = () => app.jobs.tasks.payment?.(payment);
  const callback = async (body: string) => {
    expect(await knock(path, body, app)).toMatchObject(ACCEPTED);
    await work();
  };
  switch (event) {
    case "callback ok":
      return callback(text());
    case "callback fail":
    case "callback fail again":
      return callback(text().replace(/"ResultCode":0.*/, '"ResultCode":1032}}}'));
    case "query":
      await shop.daraja[truth === "paid" ? "approve" : "cancel"](id);
      await shop.query(
        "update payments set next_check_at = now(), lease_until = null where id = $1 and next_check_at is not null",
        [payment],
      );
      return work();
    case "confirm": {
      const answer = await confirm({ ...shop, ...app }, buyer, { checkoutRequestID: id });
      expect([200, 409]).toContain(answer.status);
      return;
    }
    case "expiry":
      return expireHold(shop, app.db, payment);
  }
}

/** Plays the events around a new push, every other one in the second app. */
async function play(order: readonly Event[], truth: Truth): Promise<Pushed> {
  const made = await pushed();
  for (const [index, event] of order.entries()) await happen(event, apps[index % 2] ?? shop, made, truth);
  // what was never asked about in time is asked about now
  await shop.query("update payments set next_check_at = now() where id = $1 and next_check_at is not null", [
    made.payment,
  ]);
  await shop.jobs.tasks.payment?.(made.payment);
  return made;
}

test("A paid push is one order and one mail, in any order of events", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await play(order, "paid");
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toMatchObject({ order, states: ["paid"] });
    const orderId = await expectOneOrder(shop, made.buyer, made.tee);
    // its callback and its answer are one sum, in any order
    expect({ order, money: await moneyOf(shop, made.buyer) }).toEqual({
      order,
      money: [{ receipt: expect.any(String), amount: 1501, state: "paid" }],
    });
    // by now every page hears of the same order
    expect((await confirm(shop, made.buyer, { checkoutRequestID: made.id })).body.orderId).toBe(orderId);
  }
});

test("A cancelled push sells nothing, even when a callback claims success", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await play(order, "cancelled");
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toEqual({
      order,
      states: ["paid_held"],
      orders: [],
      mails: [],
    });
    // what its callback claims is written down, and not spent
    expect(await moneyOf(shop, made.buyer)).toMatchObject([{ amount: 1501, state: "unallocated" }]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
    expect((await confirm(shop, made.buyer, { checkoutRequestID: made.id })).status).toBe(409);
  }
});

test("A cancelled push fails and frees its stock, in any order of events", { timeout: 600_000 }, async () => {
  for (const order of orderingsOf(FAILURES)) {
    const made = await play(order, "cancelled");
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
