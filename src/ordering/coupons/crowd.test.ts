import { afterAll, beforeAll, expect, test } from "vitest";
import { addCoupon, usesOf } from "../../../test/coupons.ts";
import { addProduct, type Goods, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { ADDRESS, crowd, freshMobile, orderOf } from "../../../test/people.ts";
import { openTestShop, patient, type TestApp, type TestShop } from "../../../test/shop.ts";

let shop: TestShop;
let second: TestApp;
let tee: Goods;
beforeAll(async () => {
  shop = await openTestShop();
  second = await shop.second();
  await patient(shop, second);
  tee = await addProduct(shop, { name: "Mic tee", price: 1600, stock: { M: 50 } });
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

test("A coupon for four serves four of 40 buyers; the others see the total without it", async () => {
  const apps = [shop, second];
  const coupon = await addCoupon(shop, { maxUses: 4, perShopper: 1 });
  const people = await crowd(shop, 40);
  const before = await onHand(shop, tee);
  const answers = await Promise.all(
    people.map(({ token, email }, index) => {
      const address = { ...ADDRESS, email, phone: freshMobile() };
      return (apps[index % apps.length] ?? shop).post(
        PLACE,
        { ...orderOf(tee), amount: 1441, coupon: coupon.code, address },
        token,
      );
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(
    new Set(
      answers
        .filter(({ status }) => status !== 200)
        .map(({ status, body }) => `${status} ${body.message} ${body.amount}`),
    ),
  ).toEqual(new Set(["409 This code is used up. You can order without it. 1601"]));
  const [kept] = await shop.query(
    "select count(*)::int as orders, sum(discount)::int as discount from orders where coupon->>'id' = $1",
    [coupon.id],
  );
  expect([kept, await usesOf(shop, coupon), await onHand(shop, tee)]).toEqual([
    { orders: 4, discount: 640 },
    4,
    before - 4,
  ]);
});

holdsInvariants(() => shop);
