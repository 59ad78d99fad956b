import { afterAll, describe, expect, test } from "vitest";
import { addProduct, type Goods, onHand } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../test/orders.ts";
import { customer, freshCode, orderOf, type Person } from "../../test/people.ts";
import { openTestShop, patient } from "../../test/shop.ts";

let buyer: Person;

const shop = await openTestShop();
const second = await shop.second();
await patient(shop, second);
afterAll(() => shop.close());

const key = (value: string) => ({ "idempotency-key": value });

async function place(product: Goods) {
  buyer = await customer(shop);
  return { order: orderOf(product), product };
}

/** One order, one unit gone, one mail. */
async function expectOne(orderId: unknown, product: Goods, stock: number) {
  expect(
    await shop.query("select id from orders where phase = 'placed' and user_id = $1", [buyer.userId]),
  ).toEqual([{ id: orderId }]);
  expect(await onHand(shop, product)).toBe(stock);
  expect(await shop.query("select 1 from outbox where event = $1", [`placed:${orderId}`])).toHaveLength(1);
}

describe("one order per Idempotency-Key", () => {
  test.each([
    [50, 1],
    [10, 1000],
  ])("One Idempotency-Key is one order: fifty at once get equal answers: %i, %i", async (count, stock) => {
    const { order, product } = await place(await addProduct(shop, { stock: { M: stock } }));
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        (index % 2 ? shop : second).post(PLACE, order, buyer.token, key("k1")),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    await expectOne(answers[0]?.body.orderId, product, stock - 1);
  });

  test("A key finds its order after its items are sold, repriced, hidden or deleted", async () => {
    const { order, product } = await place(await addProduct(shop, { stock: { M: 1 } }));
    const first = await shop.post(PLACE, order, buyer.token, key("k2"));
    for (const change of [
      "update products set price = 9 where id = $1",
      "update products set published = false where id = $1",
      "delete from products where id = $1",
    ]) {
      const again = await shop.post(PLACE, order, buyer.token, key("k2"));
      expect(again).toMatchObject({ status: 200, body: first.body });
      await shop.query(change, [product._id]);
    }
    expect((await shop.post(PLACE, order, buyer.token, key("k2"))).body).toEqual(first.body);
    expect(
      await shop.query("select id from orders where phase = 'placed' and user_id = $1", [buyer.userId]),
    ).toHaveLength(1);
  });

  test("An Idempotency-Key is refused for another order", async () => {
    const { order, product } = await place(await addProduct(shop, { stock: { M: 3 } }));
    const first = await shop.post(PLACE, order, buyer.token, key("k3"));
    for (const other of [
      orderOf(product, { quantity: 2 }),
      orderOf(product, { quantity: 20 }),
      { ...order, address: { ...order.address, city: "Nakuru" } },
      orderOf(product, { quantity: 2, mpesaCode: freshCode() }),
    ]) {
      const before = await onHand(shop, product);
      const answer = await shop.post(PLACE, other, buyer.token, key("k3"));
      expect(answer).toMatchObject({
        status: 422,
        body: { success: false, message: "This order was already sent with different items." },
      });
      expect(await onHand(shop, product)).toBe(before);
    }
    await expectOne(first.body.orderId, product, 2);
  });

  test("a refusal is not kept: the key is good for the next try", async () => {
    const { order, product } = await place(await addProduct(shop, { stock: { M: 1 } }));
    await shop.query("update products set published = false where id = $1", [product._id]);
    expect((await shop.post(PLACE, order, buyer.token, key("k4"))).status).toBe(409);
    await shop.query("update products set published = true where id = $1", [product._id]);
    const placed = await shop.post(PLACE, order, buyer.token, key("k4"));
    expect(placed.status).toBe(200);
    await expectOne(placed.body.orderId, product, 0);
  });
});

describe("without a key the code and the contents say it is the same", () => {
  test("Without a key a double click is one order", async () => {
    const { order, product } = await place(await addProduct(shop, { stock: { M: 1 } }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.post(PLACE, order, buyer.token)));
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body });
    await expectOne(answers[0]?.body.orderId, product, 0);
  });

  test("sent again with a key: the same", async () => {
    const { order, product } = await place(await addProduct(shop));
    const first = await shop.post(PLACE, order, buyer.token);
    expect((await shop.post(PLACE, order, buyer.token, key("late"))).body).toEqual(first.body);
    await expectOne(first.body.orderId, product, 999);
  });

  test("other contents by the same code are another order, which that code cannot pay", async () => {
    const { order, product } = await place(await addProduct(shop));
    const first = await shop.post(PLACE, order, buyer.token);
    const other = orderOf(product, { quantity: 2, mpesaCode: order.mpesaCode });
    expect((await refusedOrder(shop, other, buyer.token)).status).toBe(409);
    await expectOne(first.body.orderId, product, 999);
  });
});

holdsInvariants(() => shop);
