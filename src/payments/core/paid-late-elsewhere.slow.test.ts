import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CARDS } from "../../../simulators/flutterwave/cards.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { paidShop, payBy, paymentOf } from "../../../test/payments.ts";
import { ADDRESS, customer, freshCode, guestOf, type Person } from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { tellOfMoney } from "../../../test/till.ts";
import type { Method } from "../../shop.ts";

// one device: a payment was given up, and somebody else who is signed in there has paid for the checkout since
const shop = paidShop();
beforeAll(async () => {
  shop.daraja.switches({ secondCallback: true });
  await patient(shop);
});
beforeEach(() => shop.query("delete from rate_limits"));

type Cart = { tee: Goods; quantity?: number; key: string };

async function ask(method: Method, who: Person, { tee, quantity = 1, key }: Cart, phone = shop.phone("001")) {
  const mpesaCode = freshCode();
  const address = { ...ADDRESS, email: who.email };
  const asked = { key, quantity, phone, address, again: true, ...(method === "cod" && { mpesaCode }) };
  expect(await payBy(shop, method, who, tee, asked)).toMatchObject({ status: 200 });
  return mpesaCode;
}

/** Money arrives for what this person ordered. */
async function order(way: "cod" | "mpesa", who: Person, cart: Cart) {
  const mpesaCode = await ask(way, who, cart);
  const sum = cart.tee.price * (cart.quantity ?? 1) + 1;
  if (way === "cod") await tellOfMoney(shop, mpesaCode, { TransAmount: `${sum}.00` });
  await shop.pass(10);
}

async function payCard(who: Person) {
  const [card] = CARDS.filter(({ fails, quirk }) => !fails && !quirk);
  const { reference } = await paymentOf(shop, who);
  await shop.flutterwave.pay({ tx_ref: String(reference), card: card?.number ?? "", amount: 1501 });
}

/** A payment that everybody has given up; `pay`: it is paid all the same. */
const GIVEN_UP = {
  prompt: async (who: Person, cart: Cart) => {
    await ask("mpesa", who, cart, shop.phone("029"));
    await shop.pass(45, 15);
    expect(await paymentOf(shop, who)).toMatchObject({ state: "failed" });
    return () => shop.pass(30, 15);
  },
  "card's page": async (who: Person, cart: Cart) => {
    await ask("flutterwave", who, cart);
    await shop.pass(31 * 60, 31 * 60);
    return async () => {
      await payCard(who);
      await shop.pass(30, 15);
    };
  },
};

const cartOf = async (quantity = 1): Promise<Cart> => ({
  tee: await addProduct(shop, { stock: { M: 20 } }),
  quantity,
  key: randomUUID(),
});
const placed = { payment: true, status: "Order Placed", refund: null };
const DUPLICATE = "refund due: this checkout has its order already";

async function expectBack(who: Person) {
  await shop.pass(30, 15);
  const { states, orders, mails } = await outcomeOf(shop, who);
  expect({ states, orders, mails }).toEqual({
    states: ["paid"],
    orders: [],
    mails: ["refund-due", "refunded"],
  });
  expect(await moneyOf(shop, who)).toMatchObject([{ state: "refunded" }]);
  expect(await toldStaff(shop, who)).toEqual([DUPLICATE]);
}

test("Late money of an abandoned payment is refunded where another has paid the checkout", async () => {
  const cart = await cartOf();
  const guest = await guestOf(shop);
  const payLate = await GIVEN_UP["card's page"](guest, cart);
  const other = await customer(shop);
  await order("cod", other, cart);
  await payLate();
  await expectBack(guest);
  expect((await outcomeOf(shop, other)).orders).toMatchObject([placed]);
  expect(await stockOf(shop, cart.tee)).toEqual({ shelf: 19, held: 0, sold: 1 });
});

test("late money pays another's order by a code also where both tapped by one name", async () => {
  const cart = await cartOf();
  const [one, two] = [await guestOf(shop), await customer(shop)];
  const tap = (who: Person, scenario: string) =>
    payBy(shop, "mpesa", who, cart.tee, {
      key: cart.key,
      phone: shop.phone(scenario),
      clientAttemptId: "one-name",
    });
  expect((await tap(one, "029")).status).toBe(200);
  await shop.pass(45, 15);
  expect((await tap(two, "002")).status).toBe(200);
  await shop.pass(10, 5);
  await ask("cod", two, cart);
  await shop.pass(90, 15);
  expect((await outcomeOf(shop, two)).orders).toMatchObject([placed]);
});

test("Late money pays the order that another has placed by a code in its checkout", async () => {
  const cart = await cartOf();
  const guest = await guestOf(shop);
  const payLate = await GIVEN_UP.prompt(guest, cart);
  const other = await customer(shop);
  const mpesaCode = await ask("cod", other, cart);
  await payLate();
  expect((await outcomeOf(shop, guest)).orders).toEqual([]);
  expect((await outcomeOf(shop, other)).orders).toMatchObject([placed]);
  await tellOfMoney(shop, mpesaCode);
  await shop.pass(30, 15);
  expect((await outcomeOf(shop, other)).orders).toMatchObject([placed]);
  const states = (await moneyOf(shop, other)).map(({ state }) => state);
  expect(states).toEqual(["paid", expect.stringMatching("^refund")]);
  expect(await toldStaff(shop, other)).toContain("refund due: this checkout has its order already");
  expect(await stockOf(shop, cart.tee)).toEqual({ shelf: 19, held: 0, sold: 1 });
});

test("A stranger's late money costs nobody a paid order", async () => {
  const cart = await cartOf();
  const stranger = await guestOf(shop);
  const payLate = await GIVEN_UP.prompt(stranger, cart);
  const victim = await customer(shop);
  await order("mpesa", victim, cart);
  await payLate();
  expect((await outcomeOf(shop, victim)).orders).toMatchObject([placed]);
});

test("A device pays a checkout once, whatever its cart holds now", async () => {
  const cart = await cartOf(2);
  const guest = await guestOf(shop);
  const payLate = await GIVEN_UP.prompt(guest, cart);
  const other = await customer(shop);
  await order("mpesa", other, { ...cart, quantity: 1 });
  await payLate();
  await expectBack(guest);
  expect((await outcomeOf(shop, other)).orders).toMatchObject([placed]);
});

test("Late money of two at once is one order and one refund", async () => {
  const cart = await cartOf();
  const people = [await guestOf(shop), await guestOf(shop), await customer(shop)];
  for (const who of people) {
    await ask("flutterwave", who, cart);
    await shop.pass(31 * 60, 31 * 60);
  }
  await Promise.all(people.map((who) => payCard(who)));
  await shop.pass(30, 15);
  const money = (await Promise.all(people.map((who) => moneyOf(shop, who)))).flat();
  expect(money.map(({ state }) => state).sort()).toEqual(["paid", "refunded", "refunded"]);
  expect(await stockOf(shop, cart.tee)).toEqual({ shelf: 19, held: 0, sold: 1 });
});

holdsInvariants(() => shop);
