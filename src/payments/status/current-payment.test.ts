import { beforeEach, expect, test } from "vitest";
import { pusher } from "../../../test/callback.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { untilWaiting, whileLocked } from "../../../test/locks.ts";
import { takeTurns } from "../../../test/outage.ts";
import { expectOneOrder, outcomeOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, paymentOf, push, pushOf, standing } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { listMoney } from "../staff/list-money.server.ts";
import { recordReport } from "../transactions/record-report.server.ts";

let tee: Goods;
let mug: Goods;
let buyer: Person;
const shop = paidShop(ASKED_FREELY);
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
  [buyer, tee, mug] = [await customer(shop), await addProduct(shop), await addProduct(shop)];
});

const itemsOf = (...goods: Goods[]) => goods.map(({ _id, size }) => ({ _id, size, quantity: 1 }));
const current = async (carried?: object) => {
  const answer = await shop.post("/api/payment/current", carried, buyer.token);
  expect(answer.status).toBe(200);
  return answer.body.payment as Record<string, unknown>;
};
/** What the answer says of the order asked about. */
const purpose = async (carried?: object) => {
  const { sameCheckout, sameGoods } = await current(carried);
  return { ...(sameCheckout === true && { sameCheckout }), ...(sameGoods === true && { sameGoods }) };
};

test("a payment is distinguished from another cart of the same total in the same checkout", async () => {
  await push(shop, buyer, pushOf(tee, shop.phone("001")), "one");
  expect(tee.price).toBe(mug.price);
  const [own, checkout, goods] = [
    { sameCheckout: true, sameGoods: true },
    { sameCheckout: true },
    { sameGoods: true },
  ];
  for (const state of ["pending", "paid"]) {
    expect(await paymentOf(shop, buyer)).toMatchObject({ state });
    expect(await purpose({ checkout: "one", items: itemsOf(tee) })).toEqual(own);
    expect(await purpose({ checkout: "one", items: itemsOf(mug) })).toEqual(checkout);
    expect(await purpose({ checkout: "one", items: itemsOf(tee, tee) })).toEqual(checkout);
    expect(await purpose({ checkout: "one", items: itemsOf(tee, mug) })).toEqual(checkout);
    expect(await purpose({ checkout: "one" })).toEqual(checkout);
    expect(await purpose({ checkout: "two", items: itemsOf(tee) })).toEqual(goods);
    expect(await purpose({ checkout: "two", items: itemsOf(mug) })).toEqual({});
    for (const nothing of [{}, undefined]) expect(await purpose(nothing)).toEqual({});
    await shop.pass(15);
  }
  for (const wrong of [{ checkout: 7 }, { items: [] }, { items: [{ _id: tee._id }] }])
    expect((await shop.post("/api/payment/current", wrong, buyer.token)).status).toBe(400);
});

test("a prompt whose answer got lost is its checkout's own, whatever name it is known by since", async () => {
  const id = await push(shop, buyer, pushOf(tee, shop.phone("021")), "lost");
  expect(id).toMatch(/^ATT-/);
  const carried = { checkout: "lost", items: itemsOf(tee) };
  const own = { sameCheckout: true, sameGoods: true };
  expect(await current(carried)).toMatchObject({ ...own, checkoutRequestID: id });
  await shop.pass(30);
  const named = expect.stringMatching(/^ws_CO_/);
  expect(await current(carried)).toMatchObject({ ...own, status: "paid", checkoutRequestID: named });
});

const CANCELLED = { ResultCode: "1032", ResultDesc: "Payment cancelled by user.", status: "failed" };

test("a final no of the callback is shown immediately, though nobody could ask M-Pesa; money that comes all the same is the order", async () => {
  const id = await push(shop, buyer, pushOf(tee, shop.phone("035")), "no");
  await takeTurns(shop);
  const says = async (ResultCode: number) => {
    await shop.daraja.callback({ checkoutRequestId: id, change: { ResultCode } });
    await shop.work();
    expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", placed: null });
  };
  // no final no
  for (const code of [4999, 7777]) {
    await says(code);
    expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: null, status: "pending" });
    expect(await current()).toMatchObject({ resultCode: null, status: "pending" });
  }
  await says(1032);
  expect(await standing(shop, buyer, id)).toEqual(CANCELLED);
  expect(await current()).toMatchObject({ resultCode: "1032", status: "failed" });
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
  await shop.query("delete from provider_turns");
  await shop.daraja.approve(id);
  await shop.pass(30);
  await expectOneOrder(shop, buyer, tee);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", status: "paid" });
});

const WAITING = { ResultCode: null, ResultDesc: "Waiting for M-Pesa", status: "pending" };

test("a code that M-Pesa's list does not know is shown with how often it was said: another restarts the count, one that is under way ends it, and a known one is shown alone", async () => {
  // still under processing, for ever
  const phone = shop.phone("035");
  const id = await push(shop, buyer, pushOf(tee, phone));
  const says = (ResultCode: number) =>
    shop.daraja.callback({ checkoutRequestId: id, change: { ResultCode, CallbackMetadata: null } });
  shop.daraja.mode({ mode: "all-5xx", status: 503, path: "stkpushquery" });
  await says(7777);
  await shop.pass(1, 1);
  await says(8888);
  await shop.pass(1, 1);
  await says(8888);
  await shop.pass(1, 1);
  expect(await standing(shop, buyer, id)).toEqual({ ...WAITING, code: "8888", codeTimes: 2 });
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(60);
  expect(await standing(shop, buyer, id)).toEqual(WAITING);
  await says(7777);
  await shop.pass(1, 1);
  shop.daraja.dropCallbacks(true);
  shop.daraja.scenario({ phone, scenario: null });
  await shop.daraja.cancel(id);
  shop.daraja.dropCallbacks(false);
  await shop.pass(60);
  expect(await standing(shop, buyer, id)).toEqual(CANCELLED);
  expect(await current()).not.toHaveProperty("code");
});

const pushed = pusher(() => shop, 8);

/** A push whose payer has entered the PIN, and the money that names it. */
async function approved() {
  const made = await pushed();
  const { checkoutRequestId = "" } = shop.daraja.payments().at(-1) ?? {};
  await shop.daraja.approve(checkoutRequestId);
  const { receipt = "", accountReference = "" } = shop.daraja.payments().at(-1) ?? {};
  await shop.query("update payments set next_check_at = now() where id = $1", [made.payment]);
  const money = {
    provider: "mpesa",
    receipt,
    amount: 1501,
    till: "174379",
    billRef: accountReference,
    paidAt: new Date(),
    source: "c2b",
    verified: true,
  } as const;
  return { ...made, money };
}

async function expectItsMoney({ buyer, money }: Awaited<ReturnType<typeof approved>>) {
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid", receipt: money.receipt });
  expect((await outcomeOf(shop, buyer)).orders).toHaveLength(1);
  // the one row of it
  expect(await listMoney(shop.db, { q: money.receipt, page: 1 })).toMatchObject({
    rows: [{ receipt: money.receipt, state: "paid" }],
    total: 1,
  });
}

const ACCOUNT =
  "select from users where id = (select o.user_id from payments p join orders o on o.id = p.order_id where p.id = $1) for update";
const SHELF =
  "select from stock where product_id = (select i.product_id from payments p join order_items i on i.order_id = p.order_id where p.id = $1) for update";

test.each([
  ["between the query's answer and the order", ACCOUNT, 1],
  ["while the order is made", SHELF, 2],
])("money that is told of %s is the order's", async (_when, held, waiting) => {
  const made = await approved();
  const begun = await whileLocked(shop, { text: held, values: [made.payment] }, async () => {
    const asked = shop.work();
    await untilWaiting(shop, 1);
    const told = transaction(shop.db, (tx) => recordReport(tx, made.money));
    // what need not wait for the order's rows is written down before them
    if (waiting === 1) await told;
    await untilWaiting(shop, waiting);
    return [asked, told];
  });
  await Promise.all(begun);
  await expectItsMoney(made);
});

holdsInvariants(() => shop);
