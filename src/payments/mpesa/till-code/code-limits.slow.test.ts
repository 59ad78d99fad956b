import { beforeAll, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../../../test/orders.ts";
import { expectNothingBroken, stockOf } from "../../../../test/outcome.ts";
import { NO_OPERATOR, paidShop } from "../../../../test/payments.ts";
import { freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { patient } from "../../../../test/shop.ts";
import {
  confirmationOf,
  ORDER_OF_CODE,
  orderStanding,
  tellOfMoney,
  tillHook,
  typeCode,
} from "../../../../test/till.ts";

// nobody can be asked about a code here: the money M-Pesa tells of decides alone
const shop = paidShop(NO_OPERATOR);
beforeAll(() => patient(shop));

const refusedWith = (status: number, message: string) => ({ status, body: { success: false, message } });
const CODES_WAIT = refusedWith(
  429,
  "We're still looking for the M-Pesa codes of your last 2 orders. You can order again once we find one. Already paid? Keep your code and try again later.",
);
const CODES_FULL = refusedWith(
  409,
  "Until we find your first payment, your orders with a code can have 10 pieces and cost Ksh 30,000 in all. Please order less, or choose another way to pay.",
);

const place = (tee: Goods, buyer: Person, quantity = 1, mpesaCode = freshCode()) =>
  shop.post(PLACE, orderOf(tee, { quantity, mpesaCode }), buyer.token);

const keptOf = ({ userId }: Person) =>
  shop.query(
    `select typed_code, ${ORDER_OF_CODE} from payments where order_id in (select id from orders where user_id = $1) and refused_at is not null`,
    [userId],
  );

describe("a shopper whose money nobody has found yet", () => {
  test("has two orders on codes at a time; the third is refused and writes nothing but the code for the owner", async () => {
    const { tee, buyer } = await shop.sale();
    await typeCode(shop, buyer, tee);
    const { code } = await typeCode(shop, buyer, tee);
    const third = orderOf(tee);
    expect(await refusedOrder(shop, third, buyer.token)).toEqual(CODES_WAIT);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 998, held: 2, sold: 0 });
    expect(await keptOf(buyer)).toEqual([{ typed_code: third.mpesaCode, order_id: null }]);
    await tellOfMoney(shop, code);
    expect((await place(tee, buyer)).status).toBe(200);
  });

  test("twenty simultaneous orders: two, and five codes of the others", async () => {
    const { tee, buyer } = await shop.sale();
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(tee, buyer)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(Array(18).fill(CODES_WAIT));
    expect(await stockOf(shop, tee)).toEqual({ shelf: 998, held: 2, sold: 0 });
    expect(
      await shop.query(
        "select id from payments where order_id in (select id from orders where user_id = $1)",
        [buyer.userId],
      ),
    ).toHaveLength(7);
    expect(await keptOf(buyer)).toHaveLength(5);
  });

  test("is asked for nothing of the kind when the money is here, in full", async () => {
    const { tee, buyer } = await shop.sale();
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
    expect(await stockOf(shop, tee)).toEqual({ shelf: 988, held: 0, sold: 12 });
  });
});

describe("items of an order on a code", () => {
  test("are not another checkout's, whatever name a browser gives that", async () => {
    const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
    const { orderId } = await typeCode(shop, buyer, tee);
    const other = await addProduct(shop, { stock: { M: 3 } });
    const named = { "idempotency-key": orderId };
    expect((await shop.post(PLACE, orderOf(other), buyer.token, named)).status).toBe(200);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
    await expectNothingBroken(shop);
  });
});

holdsInvariants(() => shop);
