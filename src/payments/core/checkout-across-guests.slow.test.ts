import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CARDS } from "../../../simulators/flutterwave/cards.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { age, checkoutStanding, paidShop, payBy, paymentOf } from "../../../test/payments.ts";
import { ADDRESS, customer, freshCode, guestOf, PASSWORD, type Person } from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { freshEmail, member } from "../../../test/support/account-rows.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { cancelOrder } from "../../ordering/change-status.server.ts";
import { hashKey } from "../../ordering/order-key.server.ts";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { METHODS, type Method } from "../../shop.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

// one device, whose sign-in has ended or changed while its checkout stayed
const shop = paidShop();
beforeAll(async () => {
  shop.daraja.switches({ secondCallback: true });
  await patient(shop);
});
beforeEach(() => shop.query("delete from rate_limits"));

/** Pays these goods in this checkout; the same goods are wanted once more. */
const pay = (method: Method, who: Person, tee: Goods, key: string, phone = shop.phone("001")) =>
  payBy(shop, method, who, tee, { key, phone, address: { ...ADDRESS, email: who.email }, again: true });

/** Pays as this person in every way: each is refused so, and says no more. */
async function refusedEveryWay(
  who: Person,
  tee: Goods,
  key: string,
  expected: { message: string; method?: Method },
) {
  for (const way of METHODS) {
    const { status, body } = await pay(way, who, tee, key);
    const error = way === "mpesa" && { error: expected.message };
    expect({ way, status, body }).toEqual({
      way,
      status: 409,
      body: { success: false, ...expected, ...error },
    });
  }
  // the till is not shown for it
  const standing = await checkoutStanding(shop, who, key);
  expect(standing).toMatchObject({ status: "elsewhere", message: expected.message });
}

type Cart = { tee: Goods; quantity: number; key: string };
const cartOf = async (quantity = 1): Promise<Cart> => ({
  tee: await addProduct(shop, { stock: { M: 20 } }),
  quantity,
  key: randomUUID(),
});
const codesKept = ({ userId }: Person) =>
  shop.query(
    "select o.key_hash as key from payments p join orders o on o.id = p.order_id where o.user_id = $1 and p.refused_at is not null",
    [userId],
  );

test.each(["mpesa", "flutterwave"] as const)(
  "Nobody else on the device pays a checkout while a guest's payment is under way: %s",
  async (way) => {
    const { tee, key } = await cartOf();
    const phone = shop.phone("001");
    expect((await pay(way, await guestOf(shop), tee, key, phone)).status).toBe(200);
    for (const who of [await customer(shop), await guestOf(shop)]) {
      await refusedEveryWay(who, tee, key, { message: PAYMENT_TEXTS.stillChecking, method: way });
      // what was paid at the till for it is looked for
      expect(await codesKept(who)).toEqual([{ key: hashKey("", key) }]);
    }
    expect((await pay("cod", await customer(shop), tee, randomUUID())).status).toBe(200);
  },
);

test("A paid checkout is not paid again on its device, and its owner stays unknown", async () => {
  const { tee, key } = await cartOf();
  const guest = await guestOf(shop);
  expect((await pay("mpesa", guest, tee, key)).status).toBe(200);
  await shop.pass(60, 15);
  expect(await paymentOf(shop, guest)).toMatchObject({ state: "paid" });
  for (const who of [await customer(shop), await guestOf(shop)])
    await refusedEveryWay(who, tee, key, { message: ORDER_TEXTS.placedBefore });
});

test("who was signed in before ends no payment of the next person from another device", async () => {
  const { tee, key } = await cartOf();
  const [before, next] = [await customer(shop), await customer(shop)];
  expect((await pay("mpesa", before, tee, key, shop.phone("002"))).status).toBe(200);
  await shop.pass(60, 15);
  expect((await pay("mpesa", next, tee, key, shop.phone())).status).toBe(200);
  expect((await pay("mpesa", before, tee, randomUUID(), shop.phone())).status).toBe(200);
  const awaiting =
    "select user_id from orders where user_id = any($1) and phase = 'awaiting' order by user_id";
  const both = [before.userId, next.userId];
  expect(await shop.query(awaiting, [both])).toEqual(both.toSorted().map((user_id) => ({ user_id })));
});

test("Of several people on a device paying one checkout one pays", async () => {
  const { tee, key } = await cartOf();
  const people = await Promise.all([...Array(3)].flatMap(() => [guestOf(shop), customer(shop)]));
  const answers = await Promise.all(people.map((who, n) => pay(METHODS[n % 3] ?? "cod", who, tee, key)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test("A guest's order by code is not paid again, its till stays hidden, and a corrected code is stored", async () => {
  const { tee, key } = await cartOf();
  const guest = await guestOf(shop);
  const { body } = await pay("cod", guest, tee, key);
  const who = await customer(shop);
  await refusedEveryWay(who, tee, key, { message: ORDER_TEXTS.placedBefore });
  expect(await codesKept(who)).toEqual([{ key: hashKey("", key) }]);
  await transaction(shop.db, (tx) => cancelOrder(tx, String(body.orderId)));
  expect((await pay("mpesa", who, tee, key)).status).toBe(200);
});

test("An order by code that moved is not paid again under another e-mail", async () => {
  const key = randomUUID();
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const email = await member(shop, freshEmail());
  const before = await guestOf(shop, email);
  expect((await pay("cod", before, tee, key)).status).toBe(200);
  await shop.post("/api/user/login", { email, password: PASSWORD }, before.token);
  for (const who of [await guestOf(shop), await guestOf(shop, email), await customer(shop)])
    await refusedEveryWay(who, tee, key, { message: ORDER_TEXTS.inAccount });
});

test("a checkout's key that is no device's checkout is each shopper's own", async () => {
  const { tee } = await cartOf();
  for (const who of [await guestOf(shop), await customer(shop)])
    expect((await pay("cod", who, tee, "order 1")).status).toBe(200);
});

async function ask(method: Method, who: Person, { tee, quantity, key }: Cart, phone = shop.phone("001")) {
  const mpesaCode = freshCode();
  const address = { ...ADDRESS, email: who.email };
  const asked = { key, quantity, phone, address, again: true, ...(method === "cod" && { mpesaCode }) };
  expect(await payBy(shop, method, who, tee, asked)).toMatchObject({ status: 200 });
  return mpesaCode;
}

/** Money arrives for what this person ordered. */
async function order(way: "cod" | "mpesa", who: Person, cart: Cart) {
  const mpesaCode = await ask(way, who, cart);
  const sum = cart.tee.price * cart.quantity + 1;
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

test("A checkout that a code has paid is not paid again, though its shopper asks much later", async () => {
  const cart = await cartOf();
  const buyer = await customer(shop);
  await order("cod", buyer, cart);
  const { orders } = await outcomeOf(shop, buyer);
  await age(shop, 660);
  for (const method of ["mpesa", "flutterwave"] as const) {
    const { status, body } = await payBy(shop, method, buyer, cart.tee, { key: cart.key });
    expect({ status, body }).toMatchObject({ status: 409, body: { message: PAYMENT_TEXTS.orderedAlready } });
  }
  expect((await outcomeOf(shop, buyer)).orders).toEqual(orders);
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
