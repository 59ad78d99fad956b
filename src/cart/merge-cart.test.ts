import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { customer, type Person } from "../../test/people.ts";
import { openTestShop, patient } from "../../test/shop.ts";

type Sent = { itemId: string; size: string; quantity: number }[];

let person: Person;

const shop = await openTestShop();
await patient(shop);
const tee = await addProduct(shop, { name: "Mic tee", stock: { S: 3, M: 1000, L: 0 } });
const cap = await addProduct(shop, { name: "Studio cap", stock: { One: 1000 } });
beforeEach(async () => {
  person = await customer(shop);
});
afterAll(() => shop.close());

const line = (goods: Goods, size: string, quantity: number) => ({ itemId: goods._id, size, quantity });
const save = (goods: Goods, size: string, quantity: number) =>
  shop.post("/api/cart/update", line(goods, size, quantity), person.token);
const merge = async (lines: Sent) => {
  const { status, body } = await shop.post("/api/cart/merge", { lines }, person.token);
  expect(status).toBe(200);
  return { cart: body.cartData, changes: body.changes };
};

test("a visitor's cart joins an empty one without a word", async () => {
  expect(await merge([line(tee, "M", 2), line(cap, "One", 1)])).toEqual({
    cart: { [tee._id]: { M: 2 }, [cap._id]: { One: 1 } },
    changes: [],
  });
});

test("Log-in merges both carts by the larger quantity", async () => {
  await save(tee, "M", 5);
  await save(cap, "One", 1);
  const expected = { [tee._id]: { M: 5 }, [cap._id]: { One: 4 } };
  const sent = [line(tee, "M", 2), line(cap, "One", 4)];
  const first = await merge(sent);
  expect(first).toEqual({
    cart: expected,
    changes: ["The items saved in your account are back in your cart."],
  });
  // a login again, a second tab, a retry of a lost answer
  expect(await merge(sent)).toEqual(first);
  const parallel = await Promise.all(Array.from({ length: 5 }, () => merge(sent)));
  for (const { cart } of parallel) expect(cart).toEqual(expected);
});

test("a line sent twice counts with its larger quantity", async () => {
  const { cart } = await merge([line(tee, "M", 5), line(tee, "M", 2), line(tee, "M", 4)]);
  expect(cart).toEqual({ [tee._id]: { M: 5 } });
});

test("Carts never merge beyond stock", async () => {
  const gone = await addProduct(shop, { published: false });
  const { cart, changes } = await merge([
    line(tee, "S", 9),
    line(tee, "L", 1),
    line(tee, "toString", 1),
    line(gone, "M", 1),
    { itemId: "__proto__", size: "constructor", quantity: 1 },
    line(cap, "One", 1),
  ]);
  expect(cart).toEqual({ [tee._id]: { S: 3 }, [cap._id]: { One: 1 } });
  expect(changes).toEqual([
    "Mic tee (size S): only 3 left.",
    "Mic tee (size L) is sold out. We took it out of your cart.",
    "Mic tee (size toString) is sold out. We took it out of your cart.",
    "We took an item out of your cart: it is no longer on sale.",
  ]);
});

test("at most 50 lines: saved ones stay, and the answer names the rest", async () => {
  const sizes = Array.from({ length: 90 }, (_, index) => `N${index}`);
  const many = await addProduct(shop, { stock: Object.fromEntries(sizes.map((size) => [size, 5])) });
  await merge(sizes.slice(0, 40).map((size) => line(many, size, 1)));
  const { cart, changes } = await merge(sizes.slice(39, 89).map((size) => line(many, size, 2)));
  const saved = (cart as Record<string, Record<string, number>>)[many._id] ?? {};
  expect(Object.keys(saved)).toHaveLength(50);
  expect(saved.N39).toBe(2);
  expect(changes).toEqual([
    "Your cart can hold at most 50 different items.",
    "The items saved in your account are back in your cart.",
  ]);
});

test.each([
  ["51 lines", { lines: Array.from({ length: 51 }, () => ({ itemId: "x", size: "M", quantity: 1 })) }],
  ["no lines", {}],
  ["a map", { lines: { x: { M: 1 } } }],
  ["quantity 0", { lines: [{ itemId: "x", size: "M", quantity: 0 }] }],
  ["quantity 21", { lines: [{ itemId: "x", size: "M", quantity: 21 }] }],
  ["a bare list", []],
])("%s is refused whole", async (_what, body) => {
  const answer = await shop.post("/api/cart/merge", body, person.token);
  expect(answer).toMatchObject({ status: 400, body: { success: false } });
  expect(await shop.query("select 1 from cart_lines where user_id = $1", [person.userId])).toEqual([]);
});

holdsInvariants(() => shop);
