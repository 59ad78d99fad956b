import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { WAMBUI } from "../../../../test/counter.ts";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../../../test/orders.ts";
import { breaksOf, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { ASKED_FREELY, age, paidShop } from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { ORDER_OF_CODE, orderStanding, tellOfMoney } from "../../../../test/till.ts";
import { applyResult } from "../../core/apply-result.server.ts";
import { selectPayments } from "../../core/queries.server.ts";
import { payments } from "../../core/tables.server.ts";
import { rejectUnfound } from "../../staff/act-on-attempt.server.ts";
import { eatStamp } from "../password.ts";

// the code of a refused order, typed once more
const shop = paidShop(ASKED_FREELY);
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
});

type RefusedOrder = { buyer: Person; code: string; cheap: Goods };

/** Twelve cheap pieces, Ksh 1,201, refused to somebody who has paid nothing yet. */
async function refused(): Promise<RefusedOrder> {
  const buyer = await customer(shop);
  const code = freshCode();
  const cheap = await addProduct(shop, { price: 100, stock: { M: 40 } });
  const order = orderOf(cheap, { quantity: 12, mpesaCode: code });
  expect((await refusedOrder(shop, order, buyer.token)).status).toBe(409);
  return { buyer, code, cheap };
}

const retype = ({ buyer, code }: RefusedOrder, goods: Goods, quantity = 1) =>
  shop.post(PLACE, orderOf(goods, { quantity, mpesaCode: code }), buyer.token);

/** M-Pesa has told of Ksh 1,201, and nobody has looked yet. */
const isAtTheTill = ({ code }: RefusedOrder) =>
  shop.query(
    `insert into transactions (id, provider, receipt, amount, unallocated, till, paid_at, source, verified)
     values ($1, 'mpesa', $1, 1201, 1201, '174379', now(), 'c2b', true)`,
    [code],
  );

async function paymentByCode(code: string) {
  const [payment] = await selectPayments(shop.db).where(eq(payments.typedCode, code));
  return payment;
}

/** What M-Pesa's money says of the code just now, for a payment as it stands. */
async function judged(code: string) {
  const context = shop.context;
  const payment = await paymentByCode(code);
  const result = payment && (await context.provider("cod")?.check(payment));
  if (!payment || !result) throw new Error("nothing was judged");
  return { result, settle: () => applyResult(context, payment, result) };
}

describe("money judged before its code was typed again", () => {
  test("pays no order that costs more: it is held for the owner", async () => {
    const made = await refused();
    await isAtTheTill(made);
    const judging = await judged(made.code);
    expect(judging.result).toMatchObject({ type: "paid", amount: 1201 });
    const dear = await addProduct(shop, { price: 3_222, stock: { M: 40 } });
    const { status, body } = await retype(made, dear, 9);
    expect(status).toBe(200);
    await judging.settle();
    const orderId = String(body.orderId);
    const held = {
      payment: false,
      status: "Order Placed",
      state: "paid_held",
      reason: "paid less than the total",
    };
    expect(await orderStanding(shop, orderId)).toMatchObject(held);
    await shop.work();
    expect(await orderStanding(shop, orderId)).toMatchObject(held);
    expect(await toldStaff(shop, made.buyer)).toEqual([`paid less than the total (${made.code})`]);
    expect((await outcomeOf(shop, made.buyer)).states).toEqual(["paid_held"]);
    expect(await stockOf(shop, dear)).toEqual({ shelf: 31, held: 9, sold: 0 });
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
      state: "paid",
      reason: null,
    });
    expect(await stockOf(shop, made.cheap)).toEqual({ shelf: 30, held: 0, sold: 10 });
  });

  test("confirmed between the two, and half a day before: also then", async () => {
    const made = await refused();
    await tellOfMoney(shop, made.code, { TransAmount: "1201.00" });
    await age(shop, 43_200);
    const { body } = await retype(made, made.cheap, 10);
    await shop.work();
    const orderId = String(body.orderId);
    expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid" });
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
      reason: "paid at another time",
    });
  });
});

describe("a code that the owner rejected", () => {
  const USED = { status: 409, body: { success: false, message: "This M-Pesa code has already been used." } };
  const rowOf = (code: string) =>
    shop.query(`select state, reason, ${ORDER_OF_CODE} from payments where typed_code = $1`, [code]);
  const CLOSED = [{ state: "failed", reason: "closed by staff", order_id: null }];

  test("orders nothing when it is typed again", async () => {
    const made = await refused();
    const payment = await paymentByCode(made.code);
    expect(await rejectUnfound(shop.context, String(payment?.id), WAMBUI)).toEqual({ cancelled: false });
    expect(await rowOf(made.code)).toEqual(CLOSED);
    const again = orderOf(made.cheap, { quantity: 10, mpesaCode: made.code });
    expect(await refusedOrder(shop, again, made.buyer.token)).toEqual(USED);
    expect(await rowOf(made.code)).toEqual(CLOSED);
    expect(await stockOf(shop, made.cheap)).toEqual({ shelf: 40, held: 0, sold: 0 });
  });

  test("nor does it come back for the checkout that has its order", async () => {
    const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
    const named = { "idempotency-key": `owner-${buyer.userId}` };
    const type = (mpesaCode: string) => shop.post(PLACE, orderOf(tee, { mpesaCode }), buyer.token, named);
    for (let turn = 0; turn < 5; turn += 1) expect((await type(freshCode())).status).toBe(200);
    const sixth = freshCode();
    expect((await type(sixth)).status).toBe(429);
    const payment = await paymentByCode(sixth);
    await rejectUnfound(shop.context, String(payment?.id), WAMBUI);
    await age(shop, 3_600);
    expect((await type(sixth)).status).toBe(200);
    expect(await rowOf(sixth)).toEqual(CLOSED);
  });

  test("a code that is taken once more says so in its history", async () => {
    const made = await refused();
    const { status } = await retype(made, made.cheap, 10);
    expect(status).toBe(200);
    expect(await breaksOf(shop, made.buyer)).toEqual(["its order was refused, and it was typed again"]);
  });
});

holdsInvariants(() => shop);
