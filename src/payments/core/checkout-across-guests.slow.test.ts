import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { paidShop, payBy, paymentOf } from "../../../test/payments.ts";
import { ADDRESS, customer, guestOf, PASSWORD, type Person } from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { freshEmail, member } from "../../../test/support/account-rows.ts";
import { cancelOrder } from "../../ordering/change-status.server.ts";
import { hashKey } from "../../ordering/order-key.server.ts";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { METHODS, type Method } from "../../shop.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

// one device, whose sign-in has ended or changed while its checkout stayed
const shop = paidShop();
beforeAll(() => patient(shop));
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
  const { body } = await standingOf(who, key);
  expect(body).toMatchObject({ standing: { status: "elsewhere", message: expected.message } });
}

const standingOf = (who: Person, key: string) =>
  shop.post("/api/payment/checkout", { checkout: key }, who.token);

const goodsAndKey = async () => ({
  tee: await addProduct(shop, { stock: { M: 20 } }),
  key: randomUUID() as string,
});
const codesKept = ({ userId }: Person) =>
  shop.query(
    "select o.key_hash as key from payments p join orders o on o.id = p.order_id where o.user_id = $1 and p.refused_at is not null",
    [userId],
  );

describe("while a guest's payment is under way, the person signed in next pays its checkout in no way", () => {
  test.each(["mpesa", "flutterwave"] as const)(
    "Nobody else on the device pays a checkout while a guest's payment is under way: %s",
    async (way) => {
      const { tee, key } = await goodsAndKey();
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
    const { tee, key } = await goodsAndKey();
    const guest = await guestOf(shop);
    expect((await pay("mpesa", guest, tee, key)).status).toBe(200);
    await shop.pass(60, 15);
    expect(await paymentOf(shop, guest)).toMatchObject({ state: "paid" });
    for (const who of [await customer(shop), await guestOf(shop)])
      await refusedEveryWay(who, tee, key, { message: ORDER_TEXTS.placedBefore });
  });

  test("a prompt that has failed, and a card's page that has closed, are in nobody's way", async () => {
    for (const way of ["mpesa", "flutterwave"] as const) {
      const { tee, key } = await goodsAndKey();
      const guest = await guestOf(shop);
      expect((await pay(way, guest, tee, key, shop.phone("002"))).status).toBe(200);
      await (way === "flutterwave" ? shop.pass(30 * 60, 30 * 60) : shop.pass(60, 15));
      const next = await customer(shop);
      expect((await standingOf(next, key)).body).toMatchObject({ standing: { status: "open" } });
      expect((await pay("mpesa", next, tee, key)).status).toBe(200);
    }
  });

  test("nor does who was signed in before end it from another device", async () => {
    const { tee, key } = await goodsAndKey();
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
    const { tee, key } = await goodsAndKey();
    const people = await Promise.all([...Array(3)].flatMap(() => [guestOf(shop), customer(shop)]));
    const answers = await Promise.all(people.map((who, n) => pay(METHODS[n % 3] ?? "cod", who, tee, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe("an order by a code", () => {
  test("A guest's order by code is not paid again, its till stays hidden, and a corrected code is stored", async () => {
    const { tee, key } = await goodsAndKey();
    const guest = await guestOf(shop);
    const { body } = await pay("cod", guest, tee, key);
    const who = await customer(shop);
    await refusedEveryWay(who, tee, key, { message: ORDER_TEXTS.placedBefore });
    expect(await codesKept(who)).toEqual([{ key: hashKey("", key) }]);
    await transaction(shop.db, (tx) => cancelOrder(tx, String(body.orderId)));
    expect((await pay("mpesa", who, tee, key)).status).toBe(200);
  });

  test("An order by code that moved is not paid again under another e-mail", async () => {
    const { key } = await goodsAndKey();
    const tee = await addProduct(shop, { stock: { M: 1 } });
    const email = await member(shop, freshEmail());
    const before = await guestOf(shop, email);
    expect((await pay("cod", before, tee, key)).status).toBe(200);
    await shop.post("/api/user/login", { email, password: PASSWORD }, before.token);
    for (const who of [await guestOf(shop), await guestOf(shop, email), await customer(shop)])
      await refusedEveryWay(who, tee, key, { message: ORDER_TEXTS.inAccount });
  });

  test("under a key that is no device's checkout is each shopper's own", async () => {
    const { tee } = await goodsAndKey();
    for (const who of [await guestOf(shop), await customer(shop)])
      expect((await pay("cod", who, tee, "order 1")).status).toBe(200);
  });
});

holdsInvariants(() => shop);
