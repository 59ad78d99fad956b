import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../test/orders.ts";
import { outcomeOf, stockOf, toldStaff } from "../../test/outcome.ts";
import { openPaidShop, type PaidShop } from "../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../test/people.ts";
import { confirmationOf, orderStanding, tillHook } from "../../test/till.ts";
import { openDesk } from "./desk.server.ts";
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

holdsInvariants(() => shop);
