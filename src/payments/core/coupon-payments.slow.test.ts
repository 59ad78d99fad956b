import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { addCoupon, usesOf } from "../../../test/coupons.ts";
import { addProduct, type Goods, onHand, restock } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { untilWaiting, whileLocked } from "../../../test/locks.ts";
import {
  ASKED_FREELY,
  changePayments,
  paidShop,
  payBy,
  push,
  pushOf,
  standing,
} from "../../../test/payments.ts";
import { ADDRESS, customer, freshMobile, type Person } from "../../../test/people.ts";
import { recorded } from "../../../test/recorded.ts";
import { patient } from "../../../test/shop.ts";
import { METHODS, type Method } from "../../shop.ts";
import { releaseUnpaid } from "../end-unpaid.server.ts";
import { changeState } from "./change-state.server.ts";
import { completePayment } from "./complete-payment.server.ts";
import { payments } from "./tables.server.ts";

const shop = paidShop(ASKED_FREELY);
beforeAll(() => patient(shop));

/** Somebody with an address that nobody else has. */
async function somebody() {
  const buyer = await customer(shop);
  return { buyer, address: { ...ADDRESS, email: buyer.email, phone: freshMobile() } };
}

/** A push for one tee, with a tenth off. */
function reduced(tee: Goods, coupon: string, address: object) {
  return { ...pushOf(tee, shop.phone()), amount: "1351", coupon, address };
}

const orderOf = async ({ userId }: Person) =>
  (
    await shop.query(
      "select amount, discount, coupon->>'code' as code, status, payment from orders where phase = 'placed' and user_id = $1",
      [userId],
    )
  )[0];
const paidReduced = (code: string) => ({
  amount: 1351,
  discount: 150,
  code,
  status: "Order Placed",
  payment: true,
});

test("A failed payment frees its coupon use; late money still gets the promised price", async () => {
  const coupon = await addCoupon(shop, { maxUses: 1, perShopper: 1 });
  const tee = await addProduct(shop);
  const first = await somebody();
  const id = await push(shop, first.buyer, reduced(tee, coupon.code, first.address));
  await changeState(shop.db, "fail", eq(payments.checkoutRequestId, id), { active: false });
  expect([(await standing(shop, first.buyer, id)).status, await usesOf(shop, coupon)]).toEqual(["failed", 0]);
  const other = await somebody();
  const theirs = await push(shop, other.buyer, reduced(tee, coupon.code, other.address));
  await shop.daraja.approve(theirs);
  await shop.pass(30);
  expect(await usesOf(shop, coupon)).toBe(1);
  await shop.daraja.approve(id);
  await changePayments(shop, first.buyer, "next_check_at = now()");
  await shop.pass(60);
  expect(await orderOf(first.buyer)).toEqual(paidReduced(coupon.code));
  expect(await usesOf(shop, coupon)).toBe(2);
});

/** Begins to pay one order twice, with a coupon, and puts each of its two prompts into a state as a crash would leave it. */
async function promptedTwice(...states: string[]) {
  const coupon = await addCoupon(shop, { maxUses: 1 });
  const tee = await addProduct(shop);
  const { buyer, address } = await somebody();
  const ids = [];
  for (const state of states) {
    const id = await push(shop, buyer, reduced(tee, coupon.code, address));
    const [payment] = await shop.query<{ id: string }>(
      `update payments set state = $2, active = false, created_at = now() - interval '61 seconds'
       where checkout_request_id = $1 returning id`,
      [id, state],
    );
    ids.push(payment?.id ?? "");
  }
  const [first = "", second = ""] = ids;
  return { coupon, buyer, first, second };
}

test.each([
  {
    what: "an unsent second prompt of it is dropped",
    states: ["failed", "created"],
    meanwhile: () => releaseUnpaid(shop.db, async (_, work) => void (await work())),
  },
  {
    what: "the answer to its prompt comes",
    states: ["pending", "rejected"],
    meanwhile: (first: string) => changeState(shop.db, "acknowledge", eq(payments.id, first)),
  },
])("An order that is just being placed by its money keeps the use of its coupon: $what", async (row) => {
  const { coupon, buyer, first, second } = await promptedTwice(...row.states);
  const { placing, beside } = await whileLocked(shop, "lock table outbox in share mode", async () => {
    const placing = completePayment(shop.context, first, { source: "query" });
    await untilWaiting(shop, 1);
    const beside: Promise<unknown> = row.meanwhile(first);
    await untilWaiting(shop, 2);
    return { placing, beside };
  });
  expect(await placing).toBe(true);
  await beside;
  expect(await orderOf(buyer)).toEqual(paidReduced(coupon.code));
  expect(await usesOf(shop, coupon)).toBe(1);
  expect(await shop.query("select state from payments where id = $1", [second])).toEqual([
    { state: "rejected" },
  ]);
});

test("an order whose goods are gone when its money comes frees its coupon use", async () => {
  const coupon = await addCoupon(shop, { perShopper: 1 });
  const { buyer, address } = await somebody();
  // after so many unpaid payments its goods are not held
  for (let n = 0; n < 4; n += 1) await payBy(shop, "flutterwave", buyer, await addProduct(shop), { address });
  const rare = await addProduct(shop, { stock: { M: 1 } });
  const order = { address, coupon: coupon.code, amount: 1351 };
  const { body } = await payBy(shop, "flutterwave", buyer, rare, order);
  expect([await onHand(shop, rare), await usesOf(shop, coupon)]).toEqual([1, 1]);
  await restock(shop, rare, 0);
  const { tx_ref } = body.data as { tx_ref: string };
  await shop.flutterwave.pay({ tx_ref, amount: 1351, card: "5061460166976054667" });
  await shop.pass(120, 30);
  expect(await orderOf(buyer)).toMatchObject({ status: "Cancelled" });
  expect(await usesOf(shop, coupon)).toBe(0);
});

test("An expired payment frees its coupon use", async () => {
  const coupon = await addCoupon(shop, { maxUses: 1 });
  const tee = await addProduct(shop);
  const before = await onHand(shop, tee);
  const { buyer, address } = await somebody();
  const asked = { address, amount: 1351, coupon: coupon.code };
  expect((await payBy(shop, "flutterwave", buyer, tee, asked)).status).toBe(200);
  await shop.pass(28 * 60, 28 * 60);
  expect([await usesOf(shop, coupon), await onHand(shop, tee)]).toEqual([1, before - 1]);
  await shop.pass(9 * 60);
  expect([await usesOf(shop, coupon), await onHand(shop, tee)]).toEqual([0, before]);
});

test("A checkout keeps the last coupon use whichever way to pay comes next", async () => {
  const coupon = await addCoupon(shop, { maxUses: 1, perShopper: 1 });
  const tee = await addProduct(shop);
  const { buyer, address } = await somebody();
  const key = crypto.randomUUID();
  const asked = { key, address, amount: 1351, coupon: coupon.code };
  const card = await payBy(shop, "flutterwave", buyer, tee, asked);
  expect(card.status, card.text).toBe(200);
  const later = await somebody();
  const theirs = { ...asked, key: "", address: later.address };
  const refused = await payBy(shop, "flutterwave", later.buyer, tee, theirs);
  expect([refused.status, refused.body.coupon]).toEqual([409, "used-up"]);
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  const quoted = async (headers: Record<string, string>) => {
    const { status, body } = await shop.post("/api/order/quote", { items, coupon: coupon.code }, "", headers);
    return [status, body.amount];
  };
  expect(await quoted({ "idempotency-key": key })).toEqual([200, 1351]);
  expect(await quoted({})).toEqual([409, 1501]);
  expect(await quoted({ "idempotency-key": crypto.randomUUID() })).toEqual([409, 1501]);
  const placed = await payBy(shop, "cod", buyer, tee, asked);
  expect(placed.status, placed.text).toBe(200);
  expect(await usesOf(shop, coupon)).toBe(1);
  expect(await shop.query("select id from coupon_uses where coupon_id = $1", [coupon.id])).toEqual([
    { id: placed.body.orderId },
  ]);
});

test.each([
  { kind: "percent", value: 7, discount: 171 },
  { kind: "fixed", value: 333, discount: 333 },
  { kind: "delivery", value: 0, discount: 1 },
] as const)(
  "Quote and all ways to pay agree to the shilling on a coupon's discount: $kind",
  async ({ kind, value, discount }) => {
    const { code } = await addCoupon(shop, { kind, value });
    const [tee, cup] = [await addProduct(shop, { price: 999 }), await addProduct(shop, { price: 450 })];
    const items = [
      { _id: tee._id, size: tee.size, quantity: 2 },
      { _id: cup._id, size: cup.size, quantity: 1 },
    ];
    const quoted = await shop.post("/api/order/quote", { items, coupon: code });
    const amount = 2448 + 1 - discount;
    expect(quoted.body).toMatchObject({ subtotal: 2448, deliveryFee: 1, discount, amount });
    const buyers: string[] = [];
    for (const way of METHODS) {
      const { buyer, address } = await somebody();
      const asked = { items, amount: way === "mpesa" ? String(amount) : amount, coupon: code, address };
      const answer = await payBy(shop, way, buyer, tee, asked);
      expect(answer.status, answer.text).toBe(200);
      buyers.push(buyer.userId);
    }
    const rows = await shop.query(
      "select subtotal, discount, delivery_fee as fee, amount from orders where user_id = any($1)",
      [buyers],
    );
    expect(rows).toEqual(Array(3).fill({ subtotal: 2448, discount, fee: 1, amount }));
  },
);

/** What the shop sends to the database while somebody orders or begins to pay, begin and commit counted. */
async function begin(method: Method, tee: Goods, coupon?: string): Promise<number> {
  const { buyer, address } = await somebody();
  const amount = coupon ? 901 : 1_001;
  const asked = { address, amount: method === "mpesa" ? String(amount) : amount, ...(coupon && { coupon }) };
  const sent = await recorded(async () => {
    const answer = await payBy(shop, method, buyer, tee, { key: crypto.randomUUID(), ...asked });
    expect(answer.status, answer.text).toBe(200);
  });
  return sent.length;
}

test.each([
  ["cod", 16],
  ["mpesa", 21],
  ["flutterwave", 18],
] as const)("An order without a coupon costs no statement for coupons: %s, %i", async (way, count) => {
  const { code } = await addCoupon(shop, { maxUses: 100, perShopper: 1 });
  const tee = await addProduct(shop, { price: 1_000 });
  // what is read once by each process
  await begin(way, tee);
  expect(await begin(way, tee)).toBe(count);
  // wrong codes from there are counted, of ten minutes and of a day, the coupon looked up, read and locked, its use written
  expect(await begin(way, tee, code)).toBe(count + 6);
});

holdsInvariants(() => shop);
