import { beforeEach, expect, test } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { brokenInvariants, holdsInvariants } from "../../../test/invariants.ts";
import { PLACE, refusal } from "../../../test/orders.ts";
import { takeTurns } from "../../../test/outage.ts";
import { expectOneOrder, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import {
  ASKED_FREELY,
  age,
  intent,
  listedOf,
  paidShop,
  payBy,
  paymentOf,
  push,
  pushOf,
} from "../../../test/payments.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { acceptPaid } from "../staff/act-on-attempt.server.ts";

const shop = paidShop(ASKED_FREELY);
beforeEach(async () => {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
  await shop.query("delete from provider_turns");
});

const STILL_HELD = { shelf: 0, held: 1, sold: 0 };

test("Stock stays held while a push's success was reported and M-Pesa is away", async () => {
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const [buyer, rival] = [await customer(shop), await customer(shop)];
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await push(shop, buyer, pushOf(tee, shop.phone("001")));
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
  for (const seconds of [300, 3_600, 14_400]) {
    await shop.pass(seconds, seconds / 2);
    expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
    expect(await brokenInvariants(shop)).toEqual([]);
  }
  const refused = await shop.post(PLACE, orderOf(tee), rival.token);
  expect(refused.status).toBe(409);
  shop.daraja.mode({ mode: "normal" });
  const app = await shop.second();
  await age(shop, 4 * 3_600);
  await shop.work(app);
  await app.close();
  await expectOneOrder(shop, buyer, tee);
});

const GONE = { PAYMENT_METHODS: "cod,flutterwave", MPESA_CONSUMER_KEY: "" };

test.each([
  ["M-Pesa does not answer", {}],
  ["the settings for M-Pesa are gone", GONE],
])("the owner is notified of it where %s for a day", async (_why, settings) => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  const id = await push(shop, buyer, pushOf(tee, shop.phone(null)));
  await shop.daraja.approve(id);
  await shop.work();
  const { id: payment, state } = await paymentOf(shop, buyer);
  expect(state).toBe("paid_held");
  expect(await listedOf(shop, String(payment))).toEqual([]);
  const app = await shop.second(settings);
  await shop.query("update payments set next_check_at = now() where id = $1", [payment]);
  await shop.work(app);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
  expect(await listedOf(shop, String(payment))).toEqual([]);
  await age(shop, 26 * 3_600);
  await shop.work(app);
  await app.close();
  expect(await listedOf(shop, String(payment))).toMatchObject([{ amount: 1501 }]);
  expect(await toldStaff(shop, buyer)).toHaveLength(1);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

test("nor does it lapse while the question waits for its turn, or the callback for its reader", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone(null)));
  await age(shop, 290);
  await takeTurns(shop);
  await shop.daraja.approve(id);
  await age(shop, 30);
  await shop.work();
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", callback: { code: "0" } });
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  await shop.query("update provider_turns set next_at = now() + interval '1 hour'");
  await age(shop, 600);
  await shop.work();
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  await shop.query("delete from provider_turns");
  await age(shop, 3_600);
  await shop.work();
  await expectOneOrder(shop, buyer, tee);
});

test("Stock stays held for a day at most where M-Pesa denies a reported success", async () => {
  const [seen, left] = [await shop.sale({ stock: { M: 1 } }), await shop.sale({ stock: { M: 1 } })];
  for (const { tee, buyer } of [seen, left]) await push(shop, buyer, pushOf(tee, shop.phone("030")));
  await shop.pass(15);
  for (const [seconds, step] of [
    [301, 100],
    [3_600, 1_800],
  ] as const) {
    await shop.pass(seconds, step);
    for (const { tee, buyer } of [seen, left]) {
      expect((await outcomeOf(shop, buyer)).states).toEqual(["paid_held"]);
      expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
    }
  }
  const { tee, buyer } = seen;
  expect((await shop.post(PLACE, orderOf(tee), (await customer(shop)).token)).status).toBe(409);
  // the owner has seen the money
  const { id } = await paymentOf(shop, buyer);
  await acceptPaid(shop.context, String(id), { reason: "seen", confirmed: true, by: WAMBUI });
  await expectOneOrder(shop, buyer, tee);
  await shop.pass(25 * 3_600, 6 * 3_600);
  await shop.pass(60);
  expect(await stockOf(shop, left.tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

test("an older prompt of the same order, which bars no more, takes nothing from them", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  await push(shop, buyer, pushOf(tee, shop.phone("035")));
  await shop.pass(190, 190);
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await push(shop, buyer, pushOf(tee, shop.phone("001")));
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
  await push(shop, buyer, pushOf(await addProduct(shop), shop.phone()));
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
});

test("the goods of an earlier cart, bought by another checkout, take nothing from the later one", async () => {
  const [one, two] = [await addProduct(shop), await addProduct(shop, { stock: { M: 1 } })];
  const buyer = await customer(shop);
  await push(shop, buyer, pushOf(one, shop.phone("035")), "cart-a");
  await shop.pass(190, 190);
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await push(shop, buyer, pushOf(two, shop.phone("001")), "cart-a");
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
  await push(shop, buyer, pushOf(one, shop.phone("001")), "cart-b");
  expect(await stockOf(shop, two)).toEqual(STILL_HELD);
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(120, 15);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ payment: true }, { payment: true }]);
});

test("money was reported, and M-Pesa is asked no more: kept no longer", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await push(shop, buyer, pushOf(tee, shop.phone("002")));
  const { id } = await paymentOf(shop, buyer);
  await shop.query(
    `insert into transactions (id, provider, receipt, amount, unallocated, till, bill_ref, source, verified, payment_id)
     select 'said ' || id, 'mpesa', 'UKX0000013', amount, amount, '174379', reference, 'c2b', true, id from payments where id = $1`,
    [id],
  );
  await shop.pass(20, 10);
  expect(await paymentOf(shop, buyer)).toMatchObject({
    state: "paid_held",
    reason: "waiting for M-Pesa's word",
  });
  await shop.pass(400, 100);
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  // as where the owner decided about that money, and M-Pesa's last answer was "no"
  await shop.query("update payments set next_check_at = null where id = $1", [id]);
  await shop.pass(900, 100);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", next_check_at: null });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

/** A charge of one shilling on the shopper's own reference. */
async function heldCard(buyer: Person, goods: Goods, checkout: string) {
  const { tx_ref } = await intent(shop, buyer, goods, 1, checkout);
  await shop.flutterwave.pay({ tx_ref, amount: 1, card: "5061460166976054667" });
  await shop.pass(10);
}
/** A callback, and an answer, that do not say the same. */
async function heldPush(buyer: Person, goods: Goods, checkout: string) {
  await push(shop, buyer, pushOf(goods, shop.phone("031")), checkout);
  await shop.pass(15);
}

test.each([
  { held: "flutterwave", way: "mpesa", hold: heldCard },
  { held: "flutterwave", way: "flutterwave", hold: heldCard },
  { held: "mpesa", way: "mpesa", hold: heldPush },
  { held: "mpesa", way: "flutterwave", hold: heldPush },
] as const)(
  "Held money blocks only its own checkout, for ten minutes at most: $held, $way",
  async ({ held, way, hold }) => {
    const [tee, mug] = [
      await addProduct(shop, { stock: { M: 1 } }),
      await addProduct(shop, { stock: { M: 1 } }),
    ];
    const buyer = await customer(shop);
    const again = (goods: Goods, key: string) => payBy(shop, way, buyer, goods, { key });
    await hold(buyer, tee, "held");
    expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
    const kept = await stockOf(shop, tee);

    // the same checkout, and the same goods by another name
    const checking = refusal(409, PAYMENT_TEXTS.stillChecking, { method: held });
    for (const checkout of ["held", "another name"])
      expect(await again(tee, checkout)).toMatchObject(checking);
    expect(await again(mug, "held")).toMatchObject(refusal(409, PAYMENT_TEXTS.stillChecking));
    expect((await outcomeOf(shop, buyer)).states).toEqual(["paid_held"]);
    expect(await stockOf(shop, tee)).toEqual(kept);

    // another one, at once
    expect((await again(mug, "other")).status).toBe(200);
    expect(await stockOf(shop, mug)).toEqual({ shelf: 0, held: 1, sold: 0 });
    expect(await stockOf(shop, tee)).toEqual(kept);
    if (way === "mpesa") {
      await shop.daraja.cancel(String((await paymentOf(shop, buyer)).checkout_request_id));
      await shop.pass(5);
    }

    await age(shop, 601);
    await shop.work();
    expect((await again(tee, "held")).status).toBe(200);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 0, held: 1, sold: 0 });
    expect((await outcomeOf(shop, buyer)).states[0]).toBe("paid_held");
  },
);

holdsInvariants(() => shop);
