import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { WAMBUI } from "../../test/counter.ts";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, written } from "../../test/orders.ts";
import { age, paidShop, paymentOf, push, pushOf } from "../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../test/people.ts";
import { paidBefore } from "../../test/till.ts";
import { createPaymentContext } from "../payments/providers.server.ts";
import { closeUnpaid } from "../payments/staff/act-on-attempt.server.ts";
import { ORDER_TEXTS } from "./rules.ts";

const shop = paidShop();

const key = (name: string) => ({ "idempotency-key": name });
const code = (buyer: Person, body: object, name?: string) =>
  shop.post(PLACE, body, buyer.token, name ? key(name) : {});
const STK = "/token/stkpush";
const CARD = "/api/payment/flutterwave/intent";
const ways = (tee: Goods, phone: string): [path: string, body: object][] => [
  [STK, pushOf(tee, phone)],
  [CARD, orderOf(tee)],
  [PLACE, orderOf(tee, { mpesaCode: freshCode() })],
];
const paymentsOf = async ({ userId }: Person) =>
  shop.query(
    "select id, state, active from payments where order_id in (select id from orders where user_id = $1) order by id",
    [userId],
  );
const requests = () => shop.daraja.requests("processrequest").length;
const asked = (orderId: unknown, minutes: number, said: string) => {
  const message = `You ${said}. Order again?`;
  return { success: false, message, again: true, orderId, minutes };
};

test("A shopper is asked before paying again for items ordered minutes ago", async () => {
  const tee = await addProduct(shop, { stock: { M: 9 } });
  const buyer = await customer(shop);
  const { body } = await code(buyer, orderOf(tee), "tab-one");
  for (const [seconds, minutes, said] of [
    [0, 0, "just ordered the same items"],
    [65, 1, "ordered the same items a minute ago"],
    [180, 4, "ordered the same items 4 minutes ago"],
  ] as const) {
    await age(shop, seconds);
    const before = [await written(shop), await paymentsOf(buyer), requests()];
    for (const [path, wanted] of ways(tee, "254731000001")) {
      const answer = await shop.post(path, wanted, buyer.token, key("tab-two"));
      expect({ path, status: answer.status, body: answer.body }).toEqual({
        path,
        status: 409,
        body: {
          ...asked(body.orderId, minutes, said),
          ...(path === STK ? { error: answer.body.message } : {}),
        },
      });
    }
    expect([await written(shop), await paymentsOf(buyer), requests()]).toEqual(before);
  }
});

test("once the shopper has said so, the same items are bought again, in every way, and repeated it is once", async () => {
  for (const way of [0, 1, 2]) {
    const tee = await addProduct(shop, { stock: { M: 9 } });
    const buyer = await customer(shop);
    const first = await code(buyer, orderOf(tee), "first");
    const [path, body] = ways(tee, `25473100001${way}`)[way] ?? ["", {}];
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push(await shop.post(path, { ...body, again: true }, buyer.token, key("second")));
    expect(answers[0]?.status).toBe(200);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await paymentsOf(buyer)).toHaveLength(2);
    if (path !== PLACE) continue;
    expect(answers[0]?.body.orderId).not.toBe(first.body.orderId);
    // the word itself is no part of the order
    expect((await shop.post(path, body, buyer.token, key("second"))).body).toEqual(answers[0]?.body);
  }
});

test("items paid by push under one key are asked about under another, and after ten minutes no more", async () => {
  const tee = await addProduct(shop, { stock: { M: 9 } });
  const buyer = await customer(shop);
  await shop.daraja.approve(await push(shop, buyer, pushOf(tee, "254731000020"), "one"));
  await shop.pass(125, 25);
  const [order] = await shop.query("select id from orders where phase = 'placed' and user_id = $1", [
    buyer.userId,
  ]);
  const second = await shop.post(STK, pushOf(tee, "254731000020"), buyer.token, key("two"));
  expect(second).toMatchObject({ status: 409, body: { again: true, orderId: order?.id } });
  // the same key names the order that is paid
  const same = await shop.post(STK, pushOf(tee, "254731000020"), buyer.token, key("one"));
  expect(same).toMatchObject({ status: 409, body: { orderId: order?.id } });
  expect(same.body.again).toBeUndefined();
  await age(shop, 600);
  expect((await shop.post(STK, pushOf(tee, "254731000021"), buyer.token, key("two"))).status).toBe(200);
});

test("other items, another quantity, another shopper, no key, or a cancelled order: nobody is asked", async () => {
  const [tee, cap] = [await addProduct(shop), await addProduct(shop)];
  const both = (quantity: number) => ({
    ...orderOf(tee),
    items: [tee, cap].map(({ _id, size }) => ({ _id, size, quantity })),
    amount: quantity * (tee.price + cap.price) + 1,
  });
  const buyer = await customer(shop);
  await paidBefore(shop, buyer);
  expect((await code(buyer, both(1), "k1")).status).toBe(200);
  expect((await code(buyer, orderOf(tee), "k2")).status).toBe(200);
  expect((await code(buyer, orderOf(cap, { quantity: 2 }), "k3")).status).toBe(200);
  expect((await code(await customer(shop), orderOf(tee), "k4")).status).toBe(200);
  expect((await code(buyer, orderOf(tee))).status).toBe(200);

  const other = await customer(shop);
  await code(other, both(1), "k5");
  const [{ id: orderId } = {}] = await shop.query(
    "select id from orders where phase = 'placed' and user_id = $1",
    [other.userId],
  );
  // in any order, and a size split over two lines
  const turned = { ...both(1), mpesaCode: freshCode() };
  turned.items.reverse();
  expect((await code(other, turned, "k6")).body).toEqual(asked(orderId, 0, "just ordered the same items"));
  const { id } = await paymentOf(shop, other);
  await closeUnpaid(createPaymentContext(shop), String(id), { reason: "nobody paid", by: WAMBUI });
  expect((await code(other, turned, "k6")).status).toBe(200);
});

test("two tabs at the same moment: one is ordered, the other is asked", async () => {
  const tee = await addProduct(shop);
  const buyer = await customer(shop);
  const answers = await Promise.all(["a", "b", "c", "d"].map((name) => code(buyer, orderOf(tee), name)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const { body } = answers.find(({ status }) => status === 200) ?? {};
  for (const answer of answers.filter(({ status }) => status === 409))
    expect(answer.body).toEqual(asked(body?.orderId, 0, "just ordered the same items"));
  expect(await paymentsOf(buyer)).toHaveLength(1);
});

test("in a checkout that somebody else has ordered in, nobody is asked about the same items: it is refused", async () => {
  const tee = await addProduct(shop, { stock: { M: 9 } });
  const [before, buyer] = [await customer(shop), await customer(shop)];
  const checkout = randomUUID();
  expect((await code(before, orderOf(tee), checkout)).status).toBe(200);
  expect((await code(buyer, orderOf(tee), "tab-one")).status).toBe(200);
  for (const [path, wanted] of ways(tee, "254731000009")) {
    const { status, body } = await shop.post(path, wanted, buyer.token, key(checkout));
    expect({ path, status, message: body.message }).toEqual({
      path,
      status: 409,
      message: ORDER_TEXTS.inAccount,
    });
    expect(body).not.toHaveProperty("again");
  }
});

holdsInvariants(() => shop);
