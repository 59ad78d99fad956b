import { afterAll, expect, test } from "vitest";
import { addCoupon } from "../../test/coupons.ts";
import { openDeliveryShop } from "../../test/delivery.ts";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import {
  comesTo,
  type InventedCart,
  type InventedCoupon,
  type InventedGoods,
  inventCart,
  inventSetting,
} from "../../test/invented-carts.ts";
import { written } from "../../test/orders.ts";
import { ADDRESS, crowd } from "../../test/people.ts";
import type { Answer } from "../../test/shop.ts";
import { type Random, randomFrom } from "../../test/torture/random.ts";
import type { DeliverySettings } from "../delivery/rules.ts";
import { transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { UNFOUND_CODES } from "../shop.ts";
import { deliveryOfOrder, readDestination } from "./destination.server.ts";
import { priceItems, quoteOrder } from "./purchase.server.ts";

const CARTS = 10_000;
/** Carts under one setting; of them so many go through all three doors, refused for another total, and so many are bought. */
const [EACH, REFUSED, BOUGHT] = [500, 5, 1];

/** Of 20 carts, so many are quoted at the door. */
const AT_DOOR = 4;
const SEED = Number(process.env.SEED ?? 15);

const opened = await openDeliveryShop();
const { shop } = opened;
const random = randomFrom(SEED);
const add = async (price: number) => {
  const category = random.pick(["Men", "Women", "Unisex"]);
  const { _id } = await addProduct(shop, { price, category, stock: { M: 100_000, L: 100_000 } });
  return { _id, price, category };
};
// one of them so dear that an order of some is too much
const goods: [InventedGoods, ...InventedGoods[]] = [await add(1), await add(99_000)];
for (let each = 0; each < 10; each += 1) goods.push(await add(1 + random.below(4_000)));
const coupons = [
  { kind: "percent", value: 10, minimum: 0, category: null, over: false },
  { kind: "percent", value: 33, minimum: 0, category: "Women", over: false },
  { kind: "percent", value: 100, minimum: 0, category: null, over: false },
  { kind: "fixed", value: 500, minimum: 0, category: null, over: false },
  { kind: "fixed", value: 90_000, minimum: 0, category: "Men", over: false },
  { kind: "delivery", value: 0, minimum: 0, category: null, over: false },
  { kind: "percent", value: 15, minimum: 5_000, category: null, over: false },
  { kind: "fixed", value: 300, minimum: 0, category: null, over: true },
].map((coupon, at) => ({ ...coupon, code: `DRAWN${at}` }) as InventedCoupon);
for (const { over, category, ...coupon } of coupons)
  await addCoupon(shop, { ...coupon, ...(category && { category }), active: !over });
afterAll(() => opened.close());

type Totals = Exclude<ReturnType<typeof comesTo>, "refused">;
const totalsIn = ({ subtotal, deliveryFee, discount, amount }: Totals) => ({
  subtotal,
  deliveryFee,
  discount,
  amount,
});
let asked = 0;

type Quoted = Pick<Answer, "status" | "body">;

/** At the door, each time by somebody else: who guesses codes is stopped. */
async function quotedAtDoor({ items, sent }: InventedCart): Promise<Quoted> {
  asked += 1;
  const remoteAddress = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
  return shop.send({ method: "POST", url: "/api/order/quote", remoteAddress, payload: { items, ...sent } });
}

/** As the route asks; most of so many, which at the door would take a minute more. */
async function quotedInProcess({ items, sent }: InventedCart, settings: DeliverySettings): Promise<Quoted> {
  const body = { items, ...sent, coupon: typedAs(sent.coupon) };
  return quoteOrder(shop.db, settings, body).then(
    (quote) => ({ status: 200, body: { success: true, message: "Quoted", ...quote } }),
    (error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
      return { status: error.status, body: { success: false, message: error.message } };
    },
  );
}

const typedAs = (coupon: string | undefined) =>
  coupon === undefined ? undefined : { code: coupon.trim().toUpperCase(), wait: 0, isNewGuest: false };

const addressOf = ({ state, city = "" }: InventedCart["sent"]) =>
  state === undefined ? undefined : { ...ADDRESS, state, city };

/** As every way to pay prices an order, by the one function that all of them call; nothing of it stays. */
async function pricedInOrders(carts: InventedCart[], settings: DeliverySettings) {
  return transaction(shop.db, async (tx) => {
    const found: (Totals & { days?: object | undefined; message?: string })[] = [];
    for (const { items, sent } of carts) {
      const destination = readDestination(settings, { address: addressOf(sent), delivery: sent.delivery });
      const coupon = typedAs(sent.coupon);
      try {
        const priced = await priceItems(tx, items, { shown: undefined, destination, coupon });
        const { address = null } = destination;
        found.push({ ...priced, days: deliveryOfOrder({ ...priced, address }).days });
      } catch (error) {
        if (!(error instanceof ShopError)) throw error;
        found.push({ message: error.message } as never);
      }
    }
    return found;
  });
}

test("Quote and all ways to pay agree to the shilling over 10,000 drawn carts", async () => {
  const random = randomFrom(SEED);
  for (let done = 0; done < CARTS; done += EACH) {
    const setting = inventSetting(random, random.pick(goods).price * 3);
    await opened.set(setting);
    const carts = Array.from({ length: EACH }, () => inventCart(random, { goods, coupons }, setting));
    const priced = await pricedInOrders(carts, setting);
    const answers: Quoted[] = [];
    for (let at = 0; at < EACH; at += 20) {
      const some = carts.slice(at, at + 20);
      const quoted = some.map((cart, each) =>
        each < AT_DOOR ? quotedAtDoor(cart) : quotedInProcess(cart, setting),
      );
      answers.push(...(await Promise.all(quoted)));
    }
    for (const [at, cart] of carts.entries()) {
      const about = `seed ${SEED}, cart ${done + at}: ${JSON.stringify(cart)}`;
      const expected = comesTo(cart, goods, setting);
      expectAgreed(cart, { expected, answer: answers[at] as Quoted, order: priced[at] }, about);
      count(cart, expected);
    }
    await throughEachDoor(random, carts, setting);
  }
  // what was drawn is worth looking at
  for (const [what, least] of Object.entries(LEAST))
    expect(counted[what as keyof typeof counted], what).toBeGreaterThan(least);
}, 300_000);

type Compared = {
  expected: Totals | "refused";
  answer: Quoted;
  order: Awaited<ReturnType<typeof pricedInOrders>>[number] | undefined;
};

function expectAgreed(cart: InventedCart, { expected, answer, order }: Compared, about: string): void {
  const { status, body } = answer;
  if (expected === "refused") {
    expect([status >= 400, order?.message], about).toEqual([true, body.message]);
    return;
  }
  expect(status, `${about} ${body.message}`).toBe(200);
  expect(totalsIn(body as unknown as Totals), about).toEqual(expected);
  expect(totalsIn(order as Totals), about).toEqual(expected);
  if (cart.meant.county) expect(order?.days, about).toEqual(body.days);
}

const counted = { right: 0, refused: 0, free: 0, reduced: 0, fetched: 0 };
const LEAST = { right: 7_000, refused: 500, free: 500, reduced: 2_000, fetched: 400 };

function count({ meant }: InventedCart, totals: Totals | "refused"): void {
  if (totals === "refused") {
    counted.refused += 1;
    return;
  }
  counted.right += 1;
  if (totals.deliveryFee === 0) counted.free += 1;
  if (totals.discount > 0) counted.reduced += 1;
  if (meant.point) counted.fetched += 1;
}

/** A few of these carts in each way to pay: another total is refused with the right one, and the right one is taken. */
async function throughEachDoor(
  random: Random,
  carts: InventedCart[],
  setting: DeliverySettings,
): Promise<void> {
  await shop.query("delete from rate_limits");
  const whole = carts.flatMap((cart) => {
    const totals = comesTo(cart, goods, setting);
    const address = addressOf(cart.sent);
    if (totals === "refused" || !address?.city) return [];
    // more than that, nobody may order on a code that was not found yet
    const pieces = cart.items.reduce((sum, { quantity }) => sum + quantity, 0);
    return pieces > UNFOUND_CODES.pieces || totals.amount > UNFOUND_CODES.amount
      ? []
      : [{ cart, totals, address }];
  });
  const chosen = Array.from({ length: REFUSED }, () => whole[random.below(whole.length)]);
  for (const [at, drawn] of chosen.entries()) {
    if (!drawn) throw new Error("no cart of these can be ordered");
    const { cart, totals, address } = drawn;
    const { delivery, coupon } = cart.sent;
    const body = { items: cart.items, address, ...(delivery && { delivery }), ...(coupon && { coupon }) };
    const buyers = await crowd(shop, 3);
    const before = await written(shop);
    for (const [way, send] of Object.entries(opened.ways)) {
      const { userId, token } = buyers.pop() ?? { userId: "", token: "" };
      const wrong = await send(token, { ...body, amount: totals.amount + 1 });
      expect([way, wrong.status, wrong.body.amount], wrong.text).toEqual([way, 409, totals.amount]);
      if (at >= BOUGHT) continue;
      const right = await send(token, { ...body, amount: totals.amount });
      expect([way, right.status], right.text).toEqual([way, 200]);
      const bought = await shop.query(
        `select subtotal, delivery_fee as "deliveryFee", discount, amount from orders where user_id = $1`,
        [userId],
      );
      expect(bought, way).toEqual([totals]);
    }
    if (at >= BOUGHT) expect(await written(shop)).toEqual(before);
  }
}

holdsInvariants(() => shop);
