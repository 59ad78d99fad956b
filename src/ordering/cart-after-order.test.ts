import { beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { paidShop, push, pushOf } from "../../test/payments.ts";
import { customer, orderOf, type Person } from "../../test/people.ts";

let tee: Goods;
let cap: Goods;
let buyer: Person;
const shop = paidShop();
beforeEach(async () => {
  buyer = await customer(shop);
  tee = await addProduct(shop);
  cap = await addProduct(shop);
});

const add = ({ _id: itemId, size }: Goods) =>
  shop.post("/api/cart/add", { itemId, size }, buyer.token).then(({ body }) => body.cartData);
const cart = async (checkout?: string, { token } = buyer) =>
  (await shop.post("/api/cart/get", checkout ? { checkout } : {}, token)).body;
const merge = async (lines: [Goods, number][], checkout?: string, { token } = buyer) => {
  const sent = lines.map(([{ _id: itemId, size }, quantity]) => ({ itemId, size, quantity }));
  return (await shop.post("/api/cart/merge", { lines: sent, checkout }, token)).body;
};
const key = (name: string) => ({ "idempotency-key": name });

/** A push for one tee, paid; `meanwhile` happens while the prompt is out. */
async function paidPush(checkout: string, meanwhile = async () => {}) {
  const id = await push(shop, buyer, pushOf(tee, shop.phone()), checkout);
  await meanwhile();
  await shop.daraja.approve(id);
  await shop.pass(15);
}

test("Bought pieces leave the cart, and no others", async () => {
  await add(tee);
  await paidPush("c1", async () => {
    await add(tee);
    await add(tee);
    await add(cap);
  });
  expect((await cart()).cartData).toEqual({ [tee._id]: { M: 2 }, [cap._id]: { M: 1 } });
});

test("an order by code takes what it ordered, and no piece more; what was taken out meanwhile stays out", async () => {
  for (let times = 0; times < 3; times += 1) await add(tee);
  await add(cap);
  expect((await shop.post(PLACE, orderOf(tee, { quantity: 2 }), buyer.token)).status).toBe(200);
  expect((await cart()).cartData).toEqual({ [tee._id]: { M: 1 }, [cap._id]: { M: 1 } });
  expect((await shop.post(PLACE, orderOf(cap, { quantity: 2 }), buyer.token)).status).toBe(200);
  expect((await cart()).cartData).toEqual({ [tee._id]: { M: 1 } });
});

test("a browser that names its checkout learns that it has its order; nobody else's does", async () => {
  await add(tee);
  expect((await cart("c2")).ordered).toBeUndefined();
  await paidPush("c2");
  expect(await cart("c2")).toMatchObject({ cartData: {}, ordered: true });
  expect((await cart("c3")).ordered).toBeUndefined();
  expect((await cart()).ordered).toBeUndefined();
  expect((await cart("c2", await customer(shop))).ordered).toBeUndefined();
});

test("Log-in after an order restores nothing that was ordered", async () => {
  await paidPush("c4");
  // signed out while it was paid: the browser still has the ordered tee, and two things more
  const merged = {
    cartData: { [tee._id]: { M: 1 }, [cap._id]: { M: 1 } },
    changes: [],
    ordered: true,
  };
  const lines: [Goods, number][] = [
    [tee, 2],
    [cap, 1],
  ];
  expect(await merge(lines, "c4")).toMatchObject(merged);
  // a retry of a lost answer
  expect(await merge(lines, "c4")).toMatchObject(merged);
  const stranger = await customer(shop);
  expect(await merge(lines, "c4", stranger)).toMatchObject({ cartData: { [tee._id]: { M: 2 } } });
});

test("items of an order that was cancelled may still be wanted", async () => {
  await paidPush("c5");
  await shop.query("update orders set status = 'Cancelled' where user_id = $1", [buyer.userId]);
  expect(await merge([[tee, 1]], "c5")).toMatchObject({ cartData: { [tee._id]: { M: 1 } }, ordered: true });
  await shop.query("update orders set status = 'Order Placed' where user_id = $1", [buyer.userId]);
});

test("an order by code counts as one too, and a checkout's name that is none is refused", async () => {
  await shop.post(PLACE, orderOf(tee), buyer.token, key("c6"));
  expect(await merge([[tee, 1]], "c6")).toMatchObject({ cartData: {}, ordered: true });
  for (const checkout of ["", "x".repeat(256), 7, "a\0"]) {
    expect((await shop.post("/api/cart/get", { checkout }, buyer.token)).status).toBe(400);
    expect((await shop.post("/api/cart/merge", { lines: [], checkout }, buyer.token)).status).toBe(400);
  }
});

holdsInvariants(() => shop);
