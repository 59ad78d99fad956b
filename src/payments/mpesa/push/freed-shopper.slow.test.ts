import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { refusal } from "../../../../test/orders.ts";
import { takeTurns } from "../../../../test/outage.ts";
import { moneyOf, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import {
  ASKED_FREELY,
  age,
  checkoutStanding,
  intent,
  paidShop,
  paymentOf,
  push,
  pushOf,
} from "../../../../test/payments.ts";
import { customer, type Person } from "../../../../test/people.ts";
import { patient, type TestApp } from "../../../../test/shop.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";

const shop = paidShop(ASKED_FREELY);
// ten at once wait for each other
beforeAll(() => patient(shop));
beforeEach(async () => {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
});

const QUERY = "stkpushquery";
const OUTAGES = {
  "429": { mode: "rate-limited", path: QUERY },
  "503": { mode: "all-5xx", status: 503, path: QUERY },
} as const;

let checkouts = 0;
/** A second and all that is due in it, in an app whose line to M-Pesa was never broken. */
const look = async (app: TestApp) => {
  for (let time = 0; time < 3; time += 1) {
    await age(shop, 30);
    await shop.clock.advance(30_000);
    await shop.work(app);
  }
};

/** Begins to pay in this way; gives what pays it. */
const WAYS = {
  "another push": async (buyer: Person, goods: Goods, checkout: string) => {
    const id = await push(shop, buyer, pushOf(goods, shop.phone("035")), checkout);
    return () => shop.daraja.approve(id);
  },
  "a card": async (buyer: Person, goods: Goods, checkout: string) => {
    const { tx_ref } = await intent(shop, buyer, goods, 1, checkout);
    return () => shop.flutterwave.pay({ tx_ref, card: "5061460166976054667" });
  },
};

/** The first prompt is cancelled, as its callback says, or left alone for three minutes; M-Pesa cannot be asked. */
async function stuck(outage: keyof typeof OUTAGES, heard: "a final no" | "nothing", stock = 1) {
  const goods = await addProduct(shop, { stock: { M: stock } });
  const buyer = await customer(shop);
  const checkout = `stuck-${++checkouts}`;
  const first = await push(shop, buyer, pushOf(goods, shop.phone("035")), checkout);
  shop.daraja.mode(OUTAGES[outage]);
  if (heard === "a final no")
    await shop.daraja.callback({ checkoutRequestId: first, change: { ResultCode: 1032 } });
  else await age(shop, 181);
  await shop.work();
  // nothing is settled but by M-Pesa's own answer
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending" });
  const late = heard === "nothing" && { late: true };
  expect(await checkoutStanding(shop, buyer, checkout, [goods])).toEqual({ status: "open", ...late });
  return { goods, buyer, checkout, first };
}

// before the outages: the shop asks nobody for a while after them
test("a success that was reported and not proven frees its phone for another cart of another shopper after three minutes, and not its own checkout", async () => {
  const [tee, mug] = [
    await addProduct(shop, { stock: { M: 2 } }),
    await addProduct(shop, { stock: { M: 1 } }),
  ];
  const [buyer, phone] = [await customer(shop), shop.phone("035")];
  const second = await customer(shop);
  const first = await push(shop, buyer, pushOf(tee, phone), "heard");
  await takeTurns(shop);
  await shop.daraja.approve(first);
  await shop.work();
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", callback: { code: "0" } });
  const ask = (goods: Goods, asking: Person, number: string, checkout: string) =>
    shop.post("/token/stkpush", pushOf(goods, number), asking.token, { "idempotency-key": checkout });
  await age(shop, 120);
  expect(await ask(mug, second, phone, "other")).toMatchObject(refusal(409, PAYMENT_TEXTS.phoneBusy));
  await age(shop, 61);
  const checking = refusal(409, PAYMENT_TEXTS.stillChecking, { method: "mpesa" });
  for (const checkout of ["heard", "another name"])
    expect(await ask(tee, buyer, shop.phone("035"), checkout)).toMatchObject(checking);
  const heard = await checkoutStanding(shop, buyer, "heard", [tee]);
  expect(heard).toMatchObject({ status: "confirming", method: "mpesa" });
  expect((await ask(mug, second, phone, "other")).status).toBe(200);
  expect(await stockOf(shop, mug)).toEqual({ shelf: 0, held: 1, sold: 0 });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 1, sold: 0 });

  await shop.query("delete from provider_turns");
  await shop.query("update payments set next_check_at = now() where checkout_request_id = $1", [first]);
  await shop.pass(60, 60);
  expect((await outcomeOf(shop, buyer)).states[0]).toBe("paid");
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 1 });
});

const CASES = [
  { outage: "429", heard: "a final no", way: "another push" },
  { outage: "503", heard: "nothing", way: "a card" },
] as const;

test.each(CASES)(
  "A prompt M-Pesa cannot be asked about blocks its shopper for minutes only: $outage, $heard, $way",
  async ({ outage, heard, way }) => {
    const { goods, buyer, checkout, first } = await stuck(outage, heard);
    const pay = await WAYS[way](buyer, goods, checkout);
    expect(await stockOf(shop, goods)).toEqual({ shelf: 0, held: 1, sold: 0 });
    expect((await outcomeOf(shop, buyer)).states).toHaveLength(2);
    shop.daraja.mode({ mode: "normal" });
    const app = await shop.second();
    await pay();
    await look(app);
    expect((await outcomeOf(shop, buyer)).states.at(-1)).toBe("paid");
    await shop.daraja.approve(first);
    await look(app);
    await app.close();
    expect(await outcomeOf(shop, buyer)).toEqual({
      states: ["paid", "paid"],
      orders: [expect.objectContaining({ payment: true, status: "Order Placed", refund: null })],
      mails: ["placed", "refund-due", "refunded"],
    });
    expect((await moneyOf(shop, buyer)).map(({ state }) => state)).toEqual(["paid", "refunded"]);
    expect(await toldStaff(shop, buyer)).toEqual(["refund due: this checkout has its order already"]);
    expect(await stockOf(shop, goods)).toEqual({ shelf: 0, held: 0, sold: 1 });
  },
);

test("a final no frees the phone too: for its own shopper after a minute, and for others", async () => {
  const goods = await addProduct(shop, { stock: { M: 3 } });
  const [buyer, other] = [await customer(shop), await customer(shop)];
  const phone = shop.phone("035");
  shop.daraja.mode(OUTAGES["429"]);
  const first = await push(shop, buyer, pushOf(goods, phone), "freed-phone");
  await shop.daraja.cancel(first);
  await age(shop, 61);
  await shop.work();
  const second = await push(shop, buyer, pushOf(goods, phone), "freed-phone");
  expect(second).not.toBe(first);
  await shop.daraja.cancel(second);
  await age(shop, 121);
  await shop.work();
  await push(shop, other, pushOf(goods, phone));
  expect(await stockOf(shop, goods)).toEqual({ shelf: 1, held: 2, sold: 0 });
  expect((await outcomeOf(shop, buyer)).states).toEqual(["pending", "pending"]);
});

holdsInvariants(() => shop);
