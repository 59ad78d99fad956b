import { beforeEach, describe, expect, test } from "vitest";
import { WAMBUI } from "../../../../test/counter.ts";
import type { Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../../../test/orders.ts";
import { moneyOf, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import {
  ASKED_FREELY,
  age,
  listedOf,
  paidShop,
  push,
  pushOf,
  secondProcess,
} from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import {
  findCodes,
  moneyUnder,
  ORDER_OF_CODE,
  orderStanding,
  queued,
  tellOfMoney,
  typeCode,
} from "../../../../test/till.ts";
import { acceptPaid } from "../../staff/act-on-attempt.server.ts";
import { refundMoney } from "../../staff/act-on-money.server.ts";
import { listMoney } from "../../staff/list-money.server.ts";
import { eatStamp } from "../password.ts";

// an order by a code that is refused for a limit: its money may be at the till
const shop = paidShop(ASKED_FREELY);
const other = secondProcess(shop);
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
});

const WHY = "an order by its code was refused";
const BULK = 18_001;

const begin = async () => ({ ...(await shop.sale({ stock: { M: 40 } })), code: freshCode() });
const rowsOf = (code: string) =>
  shop.query(
    `select orders.user_id, method, state, reason, ${ORDER_OF_CODE}, payments.amount from payments
     join orders on orders.id = payments.order_id where typed_code = $1`,
    [code],
  );
const kept = ({ userId }: Person, amount: number) => [
  { user_id: userId, method: "cod", state: "pending", reason: null, order_id: null, amount },
];
/** The money under this code that the owner must decide about. */
const undecided = async (code: string) =>
  (await listMoney(shop.db, { q: code, open: true, page: 1 })).rows.map(({ amount, reason }) => [
    amount,
    reason,
  ]);
const keptOf = ({ userId }: Person) =>
  shop.query(
    "select id from payments where order_id in (select id from orders where user_id = $1) and refused_at is not null",
    [userId],
  );

/** Hours go by, and then what is due. */
const hours = (count: number) => shop.pass(count * 3_600, count * 3_600);

async function standing({ token }: Person, { _id, size }: Goods, checkout: string) {
  const items = [{ _id, size, quantity: 12 }];
  return (await shop.post("/api/payment/checkout", { checkout, items }, token)).body.standing;
}

/** Twelve pieces by a code, of a shopper who has paid nothing yet: refused. */
const bulk = (tee: Goods, mpesaCode: string) => orderOf(tee, { quantity: 12, mpesaCode });
async function refuseBulk(tee: Goods, buyer: Person, code: string) {
  expect((await refusedOrder(shop, bulk(tee, code), buyer.token)).status).toBe(409);
}

describe("the code of a refused order", () => {
  test("is kept and listed once, however often it is typed; stock, orders and mails stay as they were", async () => {
    const { tee, buyer, code } = await begin();
    await refuseBulk(tee, buyer, code);
    const again = () =>
      [shop, other].map((app) => app.post(PLACE, bulk(tee, code.toLowerCase()), buyer.token));
    for (const { status } of await Promise.all([...again(), ...again()])) expect(status).toBe(409);
    expect(await rowsOf(code)).toEqual(kept(buyer, BULK));
    expect(await queued(shop, code)).toMatchObject([{ isOverdue: false, amount: BULK, orderId: null }]);
    expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], orders: [], mails: [] });
    expect(await toldStaff(shop, buyer)).toEqual([]);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 40, held: 0, sold: 0 });
  });

  test("its money comes: the owner is notified, and makes it the order it was meant for", async () => {
    const { tee, buyer, code } = await begin();
    await refuseBulk(tee, buyer, code);
    await tellOfMoney(shop, code, { TransAmount: `${BULK}.00` });
    expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY, order_id: null }]);
    expect(await toldStaff(shop, buyer)).toEqual([`${WHY} (${code})`]);
    expect(await outcomeOf(shop, buyer)).toMatchObject({ orders: [], mails: [] });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 40, held: 0, sold: 0 });
    expect(await undecided(code)).toEqual([[BULK, WHY]]);
    const [{ id } = { id: "" }] = await keptOf(buyer);
    await acceptPaid(shop.context, id, { reason: "they may have twelve", by: WAMBUI });
    expect(await undecided(code)).toEqual([]);
    expect(await outcomeOf(shop, buyer)).toMatchObject({
      states: ["paid"],
      orders: [{ payment: true, status: "Order Placed", amount: BULK }],
      mails: ["placed"],
    });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 28, held: 0, sold: 12 });
  });

  test("M-Pesa is asked about it; what it finds goes back at the owner's word", async () => {
    const { tee, buyer } = await begin();
    const code = "UKZ8888001";
    shop.daraja.payTill({ amount: BULK, phone: "254711222444", code, confirmation: false });
    await refuseBulk(tee, buyer, code);
    await shop.pass(30);
    await shop.pass(30);
    expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY }]);
    const wish = { amount: BULK, reason: "too many pieces", confirmed: true, by: WAMBUI };
    await refundMoney(shop.context, (await moneyUnder(shop, code))?.id ?? "", wish);
    await shop.pass(30);
    expect((await outcomeOf(shop, buyer)).states).toEqual(["paid"]);
    expect(await moneyOf(shop, buyer)).toEqual([{ receipt: code, amount: BULK, state: "refunded" }]);
    const [{ id } = { id: "" }] = await keptOf(buyer);
    expect(await listedOf(shop, id)).toEqual([]);
    expect(shop.daraja.ledger().find(({ receipt }) => receipt === code)).toMatchObject({
      amount: BULK,
      reversed: true,
    });
  });

  test("typed again when there is room, it orders, and is the owner's no more", async () => {
    const { tee, buyer, code } = await begin();
    await typeCode(shop, buyer, tee);
    await typeCode(shop, buyer, tee);
    expect((await refusedOrder(shop, orderOf(tee, { mpesaCode: code }), buyer.token)).status).toBe(429);
    expect(await rowsOf(code)).toEqual(kept(buyer, 1501));
    await findCodes(shop, buyer);
    const placed = await Promise.all(
      [shop, other, shop].map((app) => app.post(PLACE, orderOf(tee, { mpesaCode: code }), buyer.token)),
    );
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200]);
    const orderId = String(placed[0]?.body.orderId);
    expect(await rowsOf(code)).toMatchObject([{ state: "pending", order_id: orderId, amount: 1501 }]);
    expect(await keptOf(buyer)).toEqual([]);
    expect(await queued(shop, code)).toMatchObject([{ orderId }]);
    await tellOfMoney(shop, code);
    expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid" });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 37, held: 0, sold: 3 });
  });

  test.each(["prompt", "another code"])(
    "its money is held first, then its checkout is paid by %s: it goes back by itself",
    async (way) => {
      const { tee, buyer, code } = await begin();
      const key = `held-${code}`;
      const named = { "idempotency-key": key };
      shop.daraja.payTill({ amount: BULK, phone: "254711222446", code, confirmation: false });
      expect((await shop.post(PLACE, bulk(tee, code), buyer.token, named)).status).toBe(409);
      expect(await standing(buyer, tee, key)).toMatchObject({ status: "open" });
      await tellOfMoney(shop, code, { TransAmount: `${BULK}.00` });
      expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY }]);
      expect(await standing(buyer, tee, key)).toEqual({ status: "confirming", method: "cod", amount: BULK });
      expect(await standing(buyer, tee, "another")).toMatchObject({ status: "open" });
      if (way === "prompt") {
        const asked = pushOf(tee, "254714888002", { quantity: 12 });
        await shop.daraja.approve(await push(shop, buyer, asked, key));
      } else {
        const second = freshCode();
        await tellOfMoney(shop, second, { TransAmount: `${BULK}.00` });
        expect((await shop.post(PLACE, bulk(tee, second), buyer.token, named)).status).toBe(200);
      }
      await shop.pass(45);
      expect(await outcomeOf(shop, buyer)).toMatchObject({
        states: ["paid", "paid"],
        orders: [{ payment: true, amount: BULK }],
      });
      expect(await moneyUnder(shop, code)).toMatchObject({ refunded: BULK, unallocated: 0 });
      expect(await standing(buyer, tee, key)).toMatchObject({ status: "ordered", paid: true });
      expect(await undecided(code)).toEqual([]);
      expect(await stockOf(shop, tee)).toEqual({ shelf: 28, held: 0, sold: 12 });
    },
  );

  test("is another shopper's: it stays that shopper's order, and nothing is added", async () => {
    const { tee, buyer } = await begin();
    const { code, orderId } = await typeCode(shop, await customer(shop), tee);
    await refuseBulk(tee, buyer, code);
    expect(await rowsOf(code)).toMatchObject([{ order_id: orderId, amount: 1501 }]);
    expect(await keptOf(buyer)).toEqual([]);
  });

  test("five that wait of one shopper, however long, and not of those that the limit of an hour counts", async () => {
    const { tee, buyer, code } = await begin();
    await refuseBulk(tee, buyer, code);
    for (let turn = 0; turn < 6; turn += 1) await refuseBulk(tee, buyer, freshCode());
    expect(await keptOf(buyer)).toHaveLength(5);
    await typeCode(shop, buyer, tee);
    await age(shop, 86_401);
    await refuseBulk(tee, buyer, freshCode());
    expect(await keptOf(buyer)).toHaveLength(5);
    const [{ at } = { at: "" }] = await shop.query<{ at: string }>(
      "select to_char(created_at + interval '3 hours', 'YYYYMMDDHH24MISS') as at from payments where typed_code = $1",
      [code],
    );
    await tellOfMoney(shop, code, { TransAmount: `${BULK}.00`, TransTime: at });
    expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY }]);
    const next = freshCode();
    await refuseBulk(tee, buyer, next);
    expect(await rowsOf(next)).toEqual(kept(buyer, BULK));
  });

  test("M-Pesa does not know it: looked for no more after its day, and there is room for others", async () => {
    const { tee, buyer, code } = await begin();
    await refuseBulk(tee, buyer, code);
    for (let turn = 0; turn < 4; turn += 1) await refuseBulk(tee, buyer, freshCode());
    await hours(22.1);
    expect(await rowsOf(code)).toEqual(kept(buyer, BULK));
    await hours(2.1);
    expect(await rowsOf(code)).toMatchObject([{ state: "failed", reason: "M-Pesa does not know its code" }]);
    expect(await queued(shop, code)).toEqual([]);
    expect(await toldStaff(shop, buyer)).toEqual([]);
    expect((await outcomeOf(shop, buyer)).mails).toEqual([]);
    const next = freshCode();
    await refuseBulk(tee, buyer, next);
    expect(await rowsOf(next)).toEqual(kept(buyer, BULK));
    const amount = { TransAmount: `${BULK}.00` };
    await tellOfMoney(shop, code, { ...amount, TransTime: eatStamp(new Date()) });
    expect(await undecided(code)).toMatchObject([[BULK, expect.anything()]]);
  });
});

holdsInvariants(() => shop);
