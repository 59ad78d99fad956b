import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../test/orders.ts";
import { outcomeOf, stockOf, toldStaff } from "../../test/outcome.ts";
import { age, openPaidShop, type PaidShop } from "../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../test/people.ts";
import { confirmationOf, orderStanding, tellOfMoney, tillHook } from "../../test/till.ts";
import { openDesk } from "./desk.server.ts";
import { eatStamp } from "./mpesa/password.ts";
import { findByReference } from "./queries.server.ts";
import { settle } from "./settle.server.ts";

// the code of a refused order, typed once more
let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
});
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
});
afterAll(() => shop.close());

type Refused = { buyer: Person; code: string; cheap: Goods };

/** Twelve cheap pieces, Ksh 1,201, refused to somebody who has paid nothing yet. */
async function refused(): Promise<Refused> {
  const buyer = await customer(shop);
  const code = freshCode();
  const cheap = await addProduct(shop, { price: 100, stock: { M: 40 } });
  const order = orderOf(cheap, { quantity: 12, mpesaCode: code });
  expect((await refusedOrder(shop, order, buyer.token)).status).toBe(409);
  return { buyer, code, cheap };
}

const retype = ({ buyer, code }: Refused, goods: Goods, quantity = 1) =>
  shop.post(PLACE, orderOf(goods, { quantity, mpesaCode: code }), buyer.token);

/** What M-Pesa's money says of the code just now, for a payment as it stands. */
async function judged(code: string) {
  const desk = openDesk(shop);
  const payment = await findByReference(shop.db, `till:${code}`);
  const verdict = payment && (await desk.provider("cod")?.check(payment));
  if (!payment || !verdict) throw new Error("nothing was judged");
  return { verdict, settle: () => settle(desk, payment, verdict) };
}

describe("money judged before its code was typed again", () => {
  test("pays no order that costs more: it is held for the owner", async () => {
    const made = await refused();
    await shop.post(tillHook(shop), confirmationOf(made.code, { TransAmount: "1201.00" }));
    const judging = await judged(made.code);
    expect(judging.verdict).toMatchObject({ is: "paid", details: { amount: 1201 } });
    const dear = await addProduct(shop, { price: 3_222, stock: { M: 40 } });
    const { status, body } = await retype(made, dear, 9);
    expect(status).toBe(200);
    await judging.settle();
    const orderId = String(body.orderId);
    const held = { payment: false, status: "Order Placed", state: "paid_held", why: "paid less than the total" };
    expect(await orderStanding(shop, orderId)).toMatchObject(held);
    await shop.work();
    expect(await orderStanding(shop, orderId)).toMatchObject(held);
    expect(await toldStaff(shop, made.buyer)).toEqual(["paid less than the total"]);
    expect((await outcomeOf(shop, made.buyer)).states).toEqual(["paid_held"]);
    expect(await stockOf(shop, dear)).toEqual({ shelf: 31, held: 9, sold: 0 });
  });

  test("pays one that it covers", async () => {
    const made = await refused();
    await shop.post(tillHook(shop), confirmationOf(made.code, { TransAmount: "1201.00" }));
    const judging = await judged(made.code);
    const { body } = await retype(made, made.cheap, 10);
    await judging.settle();
    expect(await orderStanding(shop, String(body.orderId))).toMatchObject({ payment: true, state: "ordered" });
    expect(await stockOf(shop, made.cheap)).toEqual({ shelf: 30, held: 0, sold: 10 });
  });
});

describe("money that came when the code was first typed", () => {
  test("pays the order of the code typed again an hour later, as the refusal asked for", async () => {
    const made = await refused();
    await age(shop, 3_600);
    const typed = await retype(made, made.cheap, 10);
    expect(typed.status).toBe(200);
    // in the very moment in which the code was first typed
    const TransTime = eatStamp(new Date(Date.now() - 3_600_000));
    await tellOfMoney(shop, made.code, { TransAmount: "1201.00", TransTime });
    expect(await orderStanding(shop, String(typed.body.orderId))).toMatchObject({
      payment: true,
      state: "ordered",
      why: null,
    });
    expect(await stockOf(shop, made.cheap)).toEqual({ shelf: 30, held: 0, sold: 10 });
  });

  test("told of between the two, and half a day before: also then", async () => {
    const made = await refused();
    await tellOfMoney(shop, made.code, { TransAmount: "1201.00" });
    await age(shop, 43_200);
    await shop.query("update till_payments set paid_at = paid_at - interval '12 hours' where code = $1", [
      made.code,
    ]);
    const { body } = await retype(made, made.cheap, 10);
    await shop.work();
    const orderId = String(body.orderId);
    expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "ordered" });
  });

  test("the order has its whole day: only then M-Pesa's word that it knows nothing counts", async () => {
    const made = await refused();
    await age(shop, 23 * 3_600);
    const { body } = await retype(made, made.cheap, 10);
    const [row] = await shop.query<{ fresh: boolean; first: boolean }>(
      `select created_at > now() - interval '1 minute' as fresh, typed_at < now() - interval '22 hours' as first
       from payments where order_id = $1`,
      [String(body.orderId)],
    );
    expect(row).toEqual({ fresh: true, first: true });
  });

  test("what was paid an hour before the first typing stays for the owner to judge", async () => {
    const made = await refused();
    await age(shop, 60);
    const { body } = await retype(made, made.cheap, 10);
    const TransTime = eatStamp(new Date(Date.now() - 3_700_000));
    await tellOfMoney(shop, made.code, { TransAmount: "1201.00", TransTime });
    expect(await orderStanding(shop, String(body.orderId))).toMatchObject({
      payment: false,
      state: "paid_held",
      why: "paid at another time",
    });
  });
});

holdsInvariants(() => shop);
