import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { age, intent, openPaidShop, type PaidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";
import { typeCode } from "../../../test/till.ts";

let shop: PaidShop;
let tee: Goods;
let buyer: Person;
let phones = 0;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  buyer = await customer(shop);
  tee = await addProduct(shop);
});

// what is kept for too long is let go
afterEach(() => shop.work());

const freshPhone = (scenario = "035") => {
  phones += 1;
  const phone = `254735${String(phones).padStart(6, "0")}`;
  shop.daraja.scenario({ phone, scenario });
  return phone;
};
const list = async (path = "userOrders", { token } = buyer) =>
  (await shop.post(`/api/order/${path}`, {}, token)).body;
const begun = async () => ((await paymentOf(shop, buyer)).created_at as Date).getTime();

test("a push is listed from its first second until it is the order, and for nobody else", async () => {
  const id = await push(shop, buyer, pushOf(tee, freshPhone()));
  const listed = { paymentMethod: "mpesa", amount: 1501, date: await begun(), state: "waiting" };
  for (const path of ["userOrders", "userorders"])
    expect(await list(path)).toEqual({
      success: true,
      message: "Orders found",
      orders: [],
      underWay: [listed],
    });
  expect((await list("userOrders", await customer(shop))).underWay).toBeUndefined();
  await age(shop, 121);
  expect(await list()).toMatchObject({ underWay: [{ state: "unheard" }] });
  await shop.daraja.approve(id);
  await shop.pass(30);
  const { order_id } = await paymentOf(shop, buyer);
  const after = await list();
  expect(after).toMatchObject({ orders: [{ _id: order_id, payment: true }] });
  expect(after.underWay).toBeUndefined();
});

test("one of which nobody knows whether it went out is listed, one that was cancelled is not", async () => {
  await push(shop, buyer, pushOf(tee, freshPhone("021")));
  expect(await list()).toMatchObject({ underWay: [{ state: "unheard" }] });
  buyer = await customer(shop);
  await push(shop, buyer, pushOf(tee, freshPhone("002")));
  await shop.pass(30);
  expect((await list()).underWay).toBeUndefined();
});

test("money that was seen is being confirmed; once a person must look, it is held", async () => {
  await push(shop, buyer, pushOf(tee, freshPhone()));
  await shop.query("update payments set state = 'paid_held' where user_id = $1", [buyer.userId]);
  const confirming = await list();
  expect(confirming).toMatchObject({ underWay: [{ state: "confirming" }] });
  expect(confirming.held).toBeUndefined();
  await shop.query("update payments set next_check_at = null where user_id = $1", [buyer.userId]);
  const held = await list();
  expect(held).toMatchObject({ held: [{ amount: 1501 }] });
  expect(held.underWay).toBeUndefined();
});

test("a card's page is listed while it may be open, and gives way to a push", async () => {
  await intent(shop, buyer, tee);
  expect(await list()).toMatchObject({ underWay: [{ paymentMethod: "flutterwave", state: "card-open" }] });
  await push(shop, buyer, pushOf(tee, freshPhone()));
  expect(await list()).toMatchObject({ underWay: [{ paymentMethod: "mpesa" }] });
  expect((await list()).underWay).toHaveLength(1);
  buyer = await customer(shop);
  await intent(shop, buyer, tee);
  await age(shop, 1_801);
  expect((await list()).underWay).toBeUndefined();
});

test("after a day without a word, and beside a typed code, nothing is", async () => {
  await push(shop, buyer, pushOf(tee, freshPhone()));
  await age(shop, 24 * 3_600 + 1);
  expect((await list()).underWay).toBeUndefined();
  buyer = await customer(shop);
  await typeCode(shop, buyer, tee);
  expect((await list()).underWay).toBeUndefined();
});

holdsInvariants(() => shop);
