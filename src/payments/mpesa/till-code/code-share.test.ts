import { beforeAll, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusal, refusedOrder } from "../../../../test/orders.ts";
import { stockOf } from "../../../../test/outcome.ts";
import { intent, paidShop } from "../../../../test/payments.ts";
import { crowd, customer, freshCode, guestOf, orderOf, type Person } from "../../../../test/people.ts";
import { patient } from "../../../../test/shop.ts";
import { paidBefore, tellOfMoney, typeCode } from "../../../../test/till.ts";

// M-Pesa can be asked about codes here
const shop = paidShop();
beforeAll(() => patient(shop));

const place = (goods: Goods, buyer: Person, quantity = 1, mpesaCode = freshCode()) =>
  shop.post(PLACE, orderOf(goods, { quantity, mpesaCode }), buyer.token);
const tooMany = (names: string) =>
  refusal(
    409,
    `${names}: too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.`,
  );

test("Where M-Pesa can be asked, unfound codes hold half of a size at most, or three pieces", async () => {
  const tee = await addProduct(shop, { stock: { M: 21 } });
  const people = await crowd(shop, 40);
  const answers = await Promise.all(people.map((buyer) => place(tee, buyer)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const { status, body } of answers)
    if (status !== 200) expect({ status, body }).toEqual(tooMany("Sample tee (size M)"));
  expect(await stockOf(shop, tee)).toEqual({ shelf: 11, held: 10, sold: 0 });
});

test("what fresh shoppers keep for codes counts to what fresh guests may keep for cards: beyond it they pay all the same", async () => {
  const tee = await addProduct(shop, { stock: { M: 8 } });
  for (const buyer of await crowd(shop, 2)) expect((await place(tee, buyer, 2)).status).toBe(200);
  await intent(shop, await guestOf(shop), tee);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 4, sold: 0 });
});

test("three pieces of a size can be had by code in any case; all of a size of two", async () => {
  const four = await addProduct(shop, { stock: { M: 4 } });
  const [one, two, three] = [await customer(shop), await customer(shop), await customer(shop)];
  expect((await place(four, one, 3)).status).toBe(200);
  expect(await refusedOrder(shop, orderOf(four), two.token)).toEqual(tooMany("Sample tee (size M)"));
  const pair = await addProduct(shop, { stock: { M: 2 } });
  expect((await place(pair, two, 2)).status).toBe(200);
  expect((await refusedOrder(shop, orderOf(pair), three.token)).body.message).toBe(
    "Sample tee (size M): just sold out.",
  );
});

test("of an order of two sizes the full one is named, and nothing of the other is kept", async () => {
  const tee = await addProduct(shop, { name: "Two", stock: { M: 6, L: 6 } });
  const [first, second] = [await customer(shop), await customer(shop)];
  expect((await place({ ...tee, size: "L" }, first, 3)).status).toBe(200);
  const both = {
    ...orderOf(tee),
    items: ["M", "L"].map((size) => ({ _id: tee._id, size, quantity: 1 })),
    amount: 3001,
  };
  expect(await refusedOrder(shop, both, second.token)).toEqual(tooMany("Two (size L)"));
  expect(await stockOf(shop, tee)).toEqual({ shelf: 6, held: 0, sold: 0 });
});

test("who has paid before keeps to the half as well: one bought piece is no key to the shelf", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 10 } });
  await paidBefore(shop, buyer);
  expect(await refusedOrder(shop, orderOf(tee, { quantity: 6 }), buyer.token)).toEqual(
    tooMany("Sample tee (size M)"),
  );
  expect((await place(tee, buyer, 5)).status).toBe(200);
});

test("a code whose money is here needs no room; one that is found makes room", async () => {
  const tee = await addProduct(shop, { stock: { M: 8 } });
  const [one, two, three] = [await customer(shop), await customer(shop), await customer(shop)];
  const { code } = await typeCode(shop, one, tee);
  expect((await place(tee, two, 3)).status).toBe(200);
  const here = freshCode();
  await tellOfMoney(shop, here);
  expect((await place(tee, three, 1)).status).toBe(409);
  expect((await place(tee, three, 1, here)).status).toBe(200);
  await shop.work();
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 4, sold: 1 });
  await tellOfMoney(shop, code);
  // two of eight are sold, three are kept: half of the six there are is three
  expect((await place(tee, three, 1)).status).toBe(409);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 3, sold: 2 });
});

holdsInvariants(() => shop);
