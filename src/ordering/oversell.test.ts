import { afterAll, expect, test } from "vitest";
import { addProduct, onHand } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { freshCode, orderOf, regulars } from "../../test/people.ts";
import { openTestShop, patient } from "../../test/shop.ts";

const shop = await openTestShop();
const second = await shop.second();
await patient(shop, second);
afterAll(() => shop.close());

test("40 buyers of 4 units by code make 4 orders", async () => {
  const apps = [shop, second];
  const drop = await addProduct(shop, { name: "Drop", stock: { M: 4 } });
  const people = await regulars(shop, 40);
  const answers = await Promise.all(
    people.map(({ token }, index) => (apps[index % apps.length] ?? shop).post(PLACE, orderOf(drop), token)),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4);
  const lost = answers.filter((answer) => answer.status !== 200);
  expect(new Set(lost.map((answer) => `${answer.status} ${answer.body.message}`))).toEqual(
    new Set(["409 Drop (size M): just sold out."]),
  );
  expect(await onHand(shop, drop)).toBe(0);
  const [sold] = await shop.query(
    `select count(*)::int as orders, count(distinct o.user_id)::int as buyers,
            (select count(*)::int from outbox where event like 'placed:%' and substr(event, 8) in
              (select order_id from order_items where product_id = $1)) as mails
     from order_items i join orders o on o.id = i.order_id where i.product_id = $1`,
    [drop._id],
  );
  expect(sold).toEqual({ orders: 4, buyers: 4, mails: 4 });
});

test("Carts of the same items in any order never deadlock", async () => {
  const goods = await Promise.all(
    ["A", "B", "C", "D"].map((name) => addProduct(shop, { name, stock: { S: 16, M: 16 } })),
  );
  const people = await regulars(shop, 48);
  const [before] = await shop.query(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  const answers = await Promise.all(
    people.map(({ token }, index) => {
      // every rotation and its reverse
      const turn = index % goods.length;
      const rotated = [...goods.slice(turn), ...goods.slice(0, turn)];
      const order = index % 2 ? rotated : rotated.reverse();
      const items = order.flatMap(({ _id }) => ["S", "M"].map((size) => ({ _id, size, quantity: 1 })));
      const amount = 8 * 1500 + 1;
      const app = index % 3 ? shop : second;
      return app.post(
        PLACE,
        { ...orderOf({ _id: "", price: 0, size: "" }), items, amount, mpesaCode: freshCode() },
        token,
      );
    }),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(16);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
  for (const product of goods) {
    expect(await onHand(shop, product, "S")).toBe(0);
    expect(await onHand(shop, product, "M")).toBe(0);
  }
  const [after] = await shop.query(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  expect(after).toEqual(before);
});

holdsInvariants(() => shop);
