import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addProduct, type Goods, onHand } from "../../test/goods.ts";
import { paidShop, payBy } from "../../test/payments.ts";
import { ADDRESS, customer, guestOf, PASSWORD, type Person } from "../../test/people.ts";
import { patient } from "../../test/shop.ts";
import { freshEmail, member } from "../../test/support/account-rows.ts";

const shop = paidShop();
beforeAll(() => patient(shop));

/** The last pieces, kept for this shopper's card. */
async function holdLast({ email, ...who }: Person, quantity: number, key: string): Promise<Goods> {
  const tee = await addProduct(shop, { name: "Mic tee", stock: { M: quantity } });
  const address = { ...ADDRESS, email };
  const answer = await payBy(shop, "flutterwave", { ...who, email }, tee, { key, quantity, address });
  expect([answer.status, await onHand(shop, tee)]).toEqual([200, 0]);
  return tee;
}
const update = async ({ token }: Person, { _id: itemId, size }: Goods, quantity: number) => {
  const { status, body } = await shop.post("/api/cart/update", { itemId, size, quantity }, token);
  return status === 200 ? body.cartData : body.message;
};
const merge = async (token: string, { _id: itemId, size }: Goods, checkout?: string) => {
  const lines = [{ itemId, size, quantity: 1 }];
  const { body } = await shop.post("/api/cart/merge", { lines, checkout }, token);
  return { cart: body.cartData, changes: body.changes };
};

test("What is kept for a shopper's own payment can still be in the cart, and in nobody else's", async () => {
  const buyer = await customer(shop);
  const tee = await holdLast(buyer, 2, randomUUID());
  expect(await update(buyer, tee, 2)).toEqual({ [tee._id]: { M: 2 } });
  expect(await update(buyer, tee, 3)).toBe("Only 2 left in this size.");
  const other = await customer(shop);
  expect(await update(other, tee, 1)).toBe("Sorry, this size is sold out.");
  const { status, body } = await payBy(shop, "cod", other, tee);
  expect([status, body.message]).toEqual([409, "Mic tee (size M): just sold out."]);
});

test.each([
  ["the same e-mail", true],
  ["another e-mail", false],
])("a guest who pays by card and logs in with %s keeps the item", async (_which, isSame) => {
  const checkout = randomUUID();
  const email = await member(shop, freshEmail());
  const guest = await guestOf(shop, isSame ? email : undefined);
  const tee = await holdLast(guest, 1, checkout);
  const { body } = await shop.post("/api/user/login", { email, password: PASSWORD }, guest.token);
  const kept = { cart: { [tee._id]: { M: 1 } }, changes: [] };
  expect(await merge(String(body.token), tee, checkout)).toEqual(kept);
  const { token: another } = await customer(shop);
  const changes = ["Mic tee (size M) is sold out. We took it out of your cart."];
  expect(await merge(another, tee, randomUUID())).toEqual({ cart: {}, changes });
});
