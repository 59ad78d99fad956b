import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addProduct, type Goods, onHand } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../../../test/orders.ts";
import { expectNothingBroken, expectOneOrder, stockOf } from "../../../../test/outcome.ts";
import { openPaidShop, type PaidShop } from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { patient } from "../../../../test/shop.ts";
import { confirmationOf, orderStanding, tellOfMoney, tillHook, typeCode } from "../../../../test/till.ts";

// nobody can be asked about a code here: the money M-Pesa tells of decides alone
let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" });
  await patient(shop);
});
afterAll(() => shop.close());

const refusedWith = (status: number, message: string) => ({ status, body: { success: false, message } });
const CODES_WAIT = refusedWith(
  429,
  "We're still looking for the M-Pesa codes of your last 2 orders. You can order again once we find one. Already paid? Keep your code and try again later.",
);
const CODES_FULL = refusedWith(
  409,
  "Until we find your first payment, your orders with a code can have 10 pieces and cost Ksh 30,000 in all. Please order less, or choose another way to pay.",
);

async function begin(stock = 40, price = 1500): Promise<{ tee: Goods; buyer: Person }> {
  return { tee: await addProduct(shop, { stock: { M: stock }, price }), buyer: await customer(shop) };
}

const place = (tee: Goods, buyer: Person, quantity = 1, mpesaCode = freshCode()) =>
  shop.post(PLACE, orderOf(tee, { quantity, mpesaCode }), buyer.token);

const keptOf = ({ userId }: Person) =>
  shop.query("select typed_code, order_id from payments where user_id = $1 and refused_at is not null", [
    userId,
  ]);

describe("a shopper whose money nobody has found yet", () => {
  test("has two orders on codes at a time; the third is refused and writes nothing but the code for the owner", async () => {
    const { tee, buyer } = await begin();
    await typeCode(shop, buyer, tee);
    const { code } = await typeCode(shop, buyer, tee);
    const third = orderOf(tee);
    expect(await refusedOrder(shop, third, buyer.token)).toEqual(CODES_WAIT);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 38, held: 2, sold: 0 });
    expect(await keptOf(buyer)).toEqual([{ typed_code: third.mpesaCode, order_id: null }]);
    await tellOfMoney(shop, code);
    expect((await place(tee, buyer)).status).toBe(200);
  });

  test("twenty orders at once: two, and five codes of the others", async () => {
    const { tee, buyer } = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(tee, buyer)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(Array(18).fill(CODES_WAIT));
    expect(await stockOf(shop, tee)).toEqual({ shelf: 38, held: 2, sold: 0 });
    expect(await shop.query("select id from payments where user_id = $1", [buyer.userId])).toHaveLength(7);
    expect(await keptOf(buyer)).toHaveLength(5);
  });

  test("ten pieces in all of them together", async () => {
    const { tee, buyer } = await begin();
    expect(await refusedOrder(shop, orderOf(tee, { quantity: 11 }), buyer.token)).toEqual(CODES_FULL);
    expect((await place(tee, buyer, 6)).status).toBe(200);
    expect(await refusedOrder(shop, orderOf(tee, { quantity: 5 }), buyer.token)).toEqual(CODES_FULL);
    expect((await place(tee, buyer, 4)).status).toBe(200);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 30, held: 10, sold: 0 });
  });

  test("Ksh 30,000 in all of them together, delivery counted", async () => {
    const { tee, buyer } = await begin(40, 14_999);
    const dear = await addProduct(shop, { price: 30_000 });
    expect(await refusedOrder(shop, orderOf(dear), buyer.token)).toEqual(CODES_FULL);
    expect((await place(tee, buyer)).status).toBe(200);
    const half = await addProduct(shop, { price: 15_000 });
    expect(await refusedOrder(shop, orderOf(half), buyer.token)).toEqual(CODES_FULL);
    expect((await place(tee, buyer)).status).toBe(200);
  });

  test("a rejected code makes room again, but no more than five codes an hour", async () => {
    const { tee, buyer } = await begin();
    for (let turn = 0; turn < 5; turn += 1) {
      const { paymentId, orderId } = await typeCode(shop, buyer, tee);
      await shop.query(
        "update payments set state = 'failed', next_check_at = null, why = 'closed by staff' where id = $1",
        [paymentId],
      );
      await shop.query("delete from holds where id = $1", [paymentId]);
      await shop.query("update orders set status = 'Cancelled' where id = $1", [orderId]);
    }
    await shop.query("update stock set on_hand = on_hand + held, held = 0 where product_id = $1", [tee._id]);
    const { status, body } = await refusedOrder(shop, orderOf(tee), buyer.token);
    expect(status).toBe(429);
    expect(body.message).toMatch(/^We're still looking for the M-Pesa codes of your last five orders\./);
  });

  test("is asked for nothing of the kind when the money is here, in full", async () => {
    const { tee, buyer } = await begin();
    const full = freshCode();
    const short = freshCode();
    await shop.post(tillHook(shop), confirmationOf(full, { TransAmount: "18001.00" }));
    await tellOfMoney(shop, short, { TransAmount: "18000.00" });
    const order = (mpesaCode: string) => orderOf(tee, { quantity: 12, mpesaCode });
    expect(await refusedOrder(shop, order(short), buyer.token)).toEqual(CODES_FULL);
    const placed = await shop.post(PLACE, order(full), buyer.token);
    expect(placed.status).toBe(200);
    await shop.work();
    expect(await orderStanding(shop, String(placed.body.orderId))).toMatchObject({ payment: true });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 28, held: 0, sold: 12 });
  });
});

describe("goods of an order on a code", () => {
  test("are kept, and sold when the money is found", async () => {
    const { tee, buyer } = await begin(3);
    const { code } = await typeCode(shop, buyer, tee);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
    await tellOfMoney(shop, code);
    await expectOneOrder(shop, buyer, tee);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
  });

  test("of an order from before orders ended by the clock are kept for as long as nobody has decided", async () => {
    const { tee, buyer } = await begin(3);
    const { orderId, code } = await typeCode(shop, buyer, tee);
    await shop.query("update payments set warns_at = null, ends_at = null where order_id = $1", [orderId]);
    await shop.pass(50 * 3_600, 10 * 3_600);
    expect(await orderStanding(shop, orderId)).toMatchObject({
      state: "needs_review",
      status: "Order Placed",
    });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
    await expectNothingBroken(shop);
    await shop.query(
      `insert into till_payments (code, amount, shortcode, bill_ref, paid_at)
       select $1, 1501, '174379', '', created_at from payments where typed_code = $1`,
      [code],
    );
    await shop.query("update payments set next_check_at = now() where order_id = $1", [orderId]);
    await shop.work();
    expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
  });

  test("are not another checkout's, whatever name a browser gives that", async () => {
    const { tee, buyer } = await begin(3);
    const { orderId } = await typeCode(shop, buyer, tee);
    const other = await addProduct(shop, { stock: { M: 3 } });
    const named = { "idempotency-key": orderId };
    expect((await shop.post(PLACE, orderOf(other), buyer.token, named)).status).toBe(200);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
    await expectNothingBroken(shop);
  });

  test("an order of before goods were kept: found, nothing more is taken", async () => {
    const { tee, buyer } = await begin(3);
    const { orderId, code } = await typeCode(shop, buyer, tee);
    await soldAtOnce(tee);
    await tellOfMoney(shop, code);
    expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
    expect(await onHand(shop, tee)).toBe(2);
  });
});

/** As an order on a code stood before its goods were kept. */
async function soldAtOnce({ _id }: Goods) {
  await shop.query("delete from holds where product_id = $1", [_id]);
  await shop.query("update stock set held = 0 where product_id = $1", [_id]);
}

holdsInvariants(() => shop);
