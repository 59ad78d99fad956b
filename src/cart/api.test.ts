import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { customer, type Person } from "../../test/people.ts";
import { openTestShop, patient } from "../../test/shop.ts";

let person: Person;

const shop = await openTestShop();
const second = await shop.second();
await patient(shop, second);
const tee = await addProduct(shop, { name: "Mic tee", stock: { S: 3, M: 1000, L: 0 } });
const cap = await addProduct(shop, { name: "Studio cap", stock: { One: 1000 } });
beforeEach(async () => {
  person = await customer(shop);
});
afterAll(() => shop.close());

type Call = { itemId?: unknown; size?: unknown; quantity?: unknown };
const add = (body: Call, { token } = person) => shop.post("/api/cart/add", body, token);
const update = (body: Call, { token } = person) => shop.post("/api/cart/update", body, token);
const get = async ({ token } = person) => (await shop.post("/api/cart/get", {}, token)).body.cartData;
const lines = ({ userId } = person) =>
  shop.query("select product_id, size, quantity from cart_lines where user_id = $1 order by 1, 2", [userId]);

/** Sees the call refused with this status and that the cart is as it was. */
async function refused(call: typeof add, body: Call, status: number): Promise<string> {
  const before = await lines();
  const answer = await call(body);
  expect({ status: answer.status, success: answer.body.success }).toEqual({ status, success: false });
  expect(await lines()).toEqual(before);
  return answer.body.message;
}

describe("POST /api/cart/* (specification §7)", () => {
  test("add, update, remove and get, each answering with the true cart", async () => {
    const added = await add({ itemId: tee._id, size: "M" });
    expect(added).toMatchObject({ status: 200, body: { success: true, message: "Added to cart" } });
    expect(added.body.cartData).toEqual({ [tee._id]: { M: 1 } });
    await add({ itemId: tee._id, size: "M" });
    const updated = await update({ itemId: cap._id, size: "One", quantity: 7 });
    expect(updated.body.cartData).toEqual({ [tee._id]: { M: 2 }, [cap._id]: { One: 7 } });
    const removed = await update({ itemId: tee._id, size: "M", quantity: 0 });
    expect(removed.body).toEqual({
      success: true,
      message: "Cart updated",
      cartData: { [cap._id]: { One: 7 } },
    });
    const again = await update({ itemId: tee._id, size: "M", quantity: 0 });
    expect(again).toMatchObject({ status: 200, body: { cartData: { [cap._id]: { One: 7 } } } });
    expect(await get()).toEqual({ [cap._id]: { One: 7 } });
    expect(await lines()).toEqual([{ product_id: cap._id, size: "One", quantity: 7 }]);
  });

  test("the empty body of a stored token's first call is enough to get the cart", async () => {
    for (const payload of [undefined, {}]) {
      const answer = await shop.post("/api/cart/get", payload, person.token);
      expect(answer).toMatchObject({ status: 200, body: { success: true, cartData: {} } });
    }
  });

  test.each(["/api/cart/add", "/api/cart/update", "/api/cart/get", "/api/cart/merge"])(
    "A cart belongs to its token's owner: %s",
    async (path) => {
      await add({ itemId: tee._id, size: "M" });
      const thief = await customer(shop);
      const body = {
        itemId: cap._id,
        size: "One",
        quantity: 1,
        lines: [],
        userId: person.userId,
        user: person.userId,
        _id: person.userId,
      };
      expect((await shop.post(`${path}?userId=${person.userId}`, body)).status).toBe(401);
      expect((await shop.post(path, body, "x".repeat(43))).status).toBe(401);
      const answer = await shop.post(`${path}?userId=${person.userId}`, body, thief.token);
      expect(answer.status).toBe(200);
      expect(answer.body.cartData).not.toHaveProperty(tee._id);
      expect(await get()).toEqual({ [tee._id]: { M: 1 } });
    },
  );
});

describe("what cannot be put in", () => {
  test("a size that is sold out, more than is left, more than 20", async () => {
    expect(await refused(add, { itemId: tee._id, size: "L" }, 409)).toBe("Sorry, this size is sold out.");
    expect(await refused(update, { itemId: tee._id, size: "S", quantity: 4 }, 409)).toBe(
      "Only 3 left in this size.",
    );
    await update({ itemId: tee._id, size: "S", quantity: 3 });
    expect(await refused(add, { itemId: tee._id, size: "S" }, 409)).toBe("Only 3 left in this size.");
    await update({ itemId: tee._id, size: "M", quantity: 20 });
    expect(await refused(add, { itemId: tee._id, size: "M" }, 409)).toBe(
      "You can have at most 20 of one item.",
    );
  });

  test("an unknown or withdrawn product, an unknown size", async () => {
    const gone = await addProduct(shop, { published: false });
    expect(await refused(add, { itemId: "nothing", size: "M" }, 404)).toBe(
      "This product is no longer on sale.",
    );
    await refused(add, { itemId: gone._id, size: "M" }, 404);
    await refused(update, { itemId: gone._id, size: "M", quantity: 1 }, 404);
    expect(await refused(add, { itemId: tee._id, size: "XXL" }, 400)).toBe(
      "This product does not come in that size.",
    );
    await refused(add, { itemId: tee._id, size: "M " }, 400);
  });

  test("names that objects have by birth, nothing, and too much", async () => {
    await add({ itemId: tee._id, size: "M" });
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
      await refused(add, { itemId: name, size: "M" }, 404);
      await refused(add, { itemId: tee._id, size: name }, 400);
      await refused(update, { itemId: tee._id, size: name, quantity: 1 }, 400);
      const nothing = await update({ itemId: name, size: name, quantity: 0 });
      expect(nothing.body.cartData).toEqual({ [tee._id]: { M: 1 } });
    }
    for (const name of ["", "x".repeat(10_240), "a\0b", "\ud800", null, 1, {}, ["M"], true]) {
      await refused(add, { itemId: name, size: "M" }, 400);
      await refused(add, { itemId: tee._id, size: name }, 400);
      await refused(update, { itemId: name, size: "M", quantity: 0 }, 400);
    }
    expect(({} as Record<string, unknown>).quantity).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each(
    [-1, 1.5, 21, 2 ** 31, 1e308, "2", "", "1e3", "９", null, [], [2], {}, true, undefined].map(
      (quantity) => ({ quantity }),
    ),
  )("quantity $quantity", async ({ quantity }) => {
    await refused(update, { itemId: tee._id, size: "M", quantity }, 400);
  });
});

describe("two devices in parallel", () => {
  test("Two devices that add at once lose nothing", async () => {
    const calls = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? shop : second).post(
        "/api/cart/add",
        index % 3 ? { itemId: tee._id, size: "M" } : { itemId: cap._id, size: "One" },
        person.token,
      ),
    );
    expect(new Set((await Promise.all(calls)).map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await get()).toEqual({ [tee._id]: { M: 8 }, [cap._id]: { One: 4 } });
  });

  test("Of two quantities set at once the last wins on its line only", async () => {
    await update({ itemId: cap._id, size: "One", quantity: 5 });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => update({ itemId: tee._id, size: "M", quantity: index + 1 })),
    );
    const cart = (await get()) as Record<string, Record<string, number>>;
    expect(cart[cap._id]).toEqual({ One: 5 });
    expect(cart[tee._id]?.M).toBeGreaterThanOrEqual(1);
    const last = await update({ itemId: tee._id, size: "M", quantity: 2 });
    expect(last.body.cartData).toEqual({ [tee._id]: { M: 2 }, [cap._id]: { One: 5 } });
  });

  test("60 different lines: 50 go in, 10 are refused, and a line that is in can still change", async () => {
    const sizes = Array.from({ length: 60 }, (_, index) => `N${index}`);
    const many = await addProduct(shop, { stock: Object.fromEntries(sizes.map((size) => [size, 5])) });
    const answers = await Promise.all(
      sizes.map((size, index) =>
        (index % 2 ? shop : second).post("/api/cart/add", { itemId: many._id, size }, person.token),
      ),
    );
    const full = answers.filter((answer) => answer.status === 409);
    expect(full).toHaveLength(10);
    expect(full[0]?.body.message).toBe("Your cart can hold at most 50 different items.");
    expect(await lines()).toHaveLength(50);
    const [kept] = (await lines()) as [{ size: string }];
    expect((await add({ itemId: many._id, size: kept.size })).status).toBe(200);
    expect(await lines()).toHaveLength(50);
  });
});

test("a product withdrawn while in the cart stays listed, cannot grow, and can go", async () => {
  const hood = await addProduct(shop, { name: "Hood" });
  await add({ itemId: hood._id, size: "M" });
  await shop.query("update products set published = false where id = $1", [hood._id]);
  expect(await get()).toEqual({ [hood._id]: { M: 1 } });
  expect((await add({ itemId: hood._id, size: "M" })).status).toBe(404);
  expect((await update({ itemId: hood._id, size: "M", quantity: 0 })).body.cartData).toEqual({});
  await add({ itemId: tee._id, size: "M" });
  const poster = await addProduct(shop);
  await add({ itemId: poster._id, size: "M" });
  await shop.query("delete from products where id = $1", [poster._id]);
  expect(await get()).toEqual({ [tee._id]: { M: 1 } });
});

holdsInvariants(() => shop);
