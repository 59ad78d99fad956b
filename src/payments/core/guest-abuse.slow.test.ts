import { beforeAll, expect, test } from "vitest";
import { addCoupon } from "../../../test/coupons.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { age, paidShop, pushOf } from "../../../test/payments.ts";
import { ADDRESS, crowd, customer, freshMobile, orderOf, type Person } from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { freshEmail } from "../../../test/support/account-rows.ts";
import { paidBefore, tellOfMoney } from "../../../test/till.ts";

// what people who cost nothing try, each by many guests, and what a person at another address still gets
let tee: Goods;
const shop = paidShop({ TRUST_PROXY: "1", MPESA_QUERY_EVERY: "0" });
beforeAll(async () => {
  await patient(shop);
  tee = await addProduct(shop, { price: 1_600, stock: { M: 5_000 } });
});

type ClientAddress = { "x-forwarded-for": string };
let addresses = 0;
/** A network address that nobody else comes from. */
function freshAddress(): ClientAddress {
  addresses += 1;
  return { "x-forwarded-for": `41.90.${addresses >> 8}.${addresses & 255}` };
}

async function guestAt(at: ClientAddress, email = freshEmail(), phone = freshMobile()): Promise<Person> {
  const details = { firstName: "Wanjiku", lastName: "Otieno", email, phone };
  const { body } = await shop.post("/api/user/guest", details, undefined, at);
  return { userId: "", token: String(body.token), email };
}

const items = () => [{ _id: tee._id, size: "M", quantity: 1 }];
const quote = (coupon: string, at: ClientAddress, token?: string) =>
  shop.post("/api/order/quote", { items: items(), coupon }, token, at);
/** An order with a coupon; the total without one is Ksh 1,601, and a tenth less Ksh 1,441. */
const order = ({ email, token }: Person, at: ClientAddress, change: object = {}) =>
  shop.post(
    PLACE,
    { ...orderOf(tee), address: { ...ADDRESS, email, phone: freshMobile() }, ...change },
    token,
    at,
  );
const reduced = async (coupon: string, at: ClientAddress, who?: Person) =>
  order(who ?? (await guestAt(at)), at, { coupon, amount: 1_441 });

const DOORS = {
  quotes: quote,
  orders: (coupon: string, at: ClientAddress) => reduced(coupon, at),
  prompts: async (coupon: string, at: ClientAddress) => {
    const { token, email } = await guestAt(at);
    const asked = { ...pushOf(tee, freshMobile()), amount: "1441", address: { ...ADDRESS, email }, coupon };
    return shop.post("/token/stkpush", asked, token, at);
  },
  cards: async (coupon: string, at: ClientAddress) => {
    const { token, email } = await guestAt(at);
    const asked = { items: items(), amount: 1_441, address: { ...ADDRESS, email }, coupon };
    return shop.post("/api/payment/flutterwave/intent", asked, token, at);
  },
} as const;
type Door = (typeof DOORS)[keyof typeof DOORS];
const ALL = Object.values(DOORS) as Door[];

let guesses = 0;
/** That many wrong codes, by these calls in turn, each of another guest. */
async function guess(count: number, at: ClientAddress, doors: Door[] = [quote]) {
  const statuses = [];
  for (let n = 0; n < count; n++) {
    guesses += 1;
    statuses.push((await doors[n % doors.length]?.(`GUESS${guesses}`, at))?.status);
  }
  return statuses;
}

const NOT_LOOKED_AT = {
  success: false,
  message: expect.stringMatching(
    /^Too many wrong codes came from your network\. You can order without a code\. Please try again in \d+ minutes\.$/,
  ),
  coupon: "tries",
  amount: 1_601,
};

test.each([
  ...Object.entries(DOORS).map(([by, door]) => ({ by, doors: [door as Door] })),
  { by: "all in turn", doors: ALL },
])("Coupon codes cannot be guessed by any call or number of guests: $by", async ({ doors }) => {
  const { code } = await addCoupon(shop);
  const at = freshAddress();
  expect(await guess(13, at, doors)).toEqual([...Array(10).fill(400), 429, 429, 429]);
  for (const door of ALL) expect(await door(code, at)).toMatchObject({ status: 429, body: NOT_LOOKED_AT });
  const guest = await guestAt(at);
  const without = await order(guest, at, { amount: 1_601, coupon: code });
  expect(without.status, without.text).toBe(200);
  expect((await order(await guestAt(at), at)).status).toBe(200);
  expect(
    await shop.query("select amount, discount from orders where id = $1", [without.body.orderId]),
  ).toEqual([{ amount: 1_601, discount: 0 }]);
  expect((await quote(code, freshAddress())).status).toBe(200);
});

test("ten minutes after ten wrong codes there are ten more, and thirty in a day", async () => {
  const at = freshAddress();
  for (let n = 0; n < 3; n++) {
    expect(await guess(11, at)).toEqual([...Array(10).fill(400), 429]);
    await age(shop, 601);
  }
  const refused = await quote("ONEMORE", at);
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(/ in 24 hours\.$/);
  await age(shop, 86_400);
  expect((await quote("ONEMORE", at)).status).toBe(400);
});

test("A paid customer is not stopped by wrong codes from the same network address", async () => {
  const { code } = await addCoupon(shop);
  const at = freshAddress();
  const [fresh, proven] = [await customer(shop), await customer(shop)];
  await paidBefore(shop, proven);
  await guess(10, at);
  expect((await quote(code, at, fresh.token)).status).toBe(429);
  expect((await quote(code, at, proven.token)).status).toBe(200);
  expect((await reduced(code, at, proven)).status).toBe(200);
  const own = [];
  for (let n = 0; n < 21; n++) own.push((await quote(`OWN${n}`, freshAddress(), proven.token)).status);
  expect(own).toEqual([...Array(20).fill(400), 429]);
});

const KEPT = {
  status: 409,
  body: {
    success: false,
    coupon: "kept",
    amount: 1_601,
    message:
      "Right now this code is held by orders that are not paid yet. Try again in an hour, or order without it.",
  },
};
const many = async (coupon: string, count: number) => {
  const answers = [];
  for (let n = 0; n < count; n++) answers.push((await reduced(coupon, freshAddress())).status);
  return answers;
};

test("Guests who have not paid take at most half of what is left of a coupon, for an hour", async () => {
  const { code } = await addCoupon(shop, { maxUses: 6 });
  const first = await reduced(code, freshAddress());
  expect(first.status, first.text).toBe(200);
  expect(await many(code, 3)).toEqual([200, 200, 409]);
  expect(await reduced(code, freshAddress())).toMatchObject(KEPT);
  expect(await quote(code, freshAddress())).toMatchObject(KEPT);
  const [one, other] = await crowd(shop, 2);
  if (!one || !other) throw new Error("nobody came");
  expect((await quote(code, freshAddress(), one.token)).status).toBe(200);
  expect((await reduced(code, freshAddress(), one)).status).toBe(200);
  const [{ typed = "" } = {}] = await shop.query<{ typed: string }>(
    "select mpesa_code as typed from orders where id = $1",
    [first.body.orderId],
  );
  await tellOfMoney(shop, typed, { TransAmount: "1441.00" });
  await age(shop, 3_601);
  // one is paid, one an account's: of the four that are left guests have two
  expect(await many(code, 3)).toEqual([200, 200, 409]);
  expect((await reduced(code, freshAddress(), other)).status).toBe(200);
  // whose hour is over keeps the price
  expect(
    await shop.query("select amount, count(*)::int from orders where coupon->>'code' = $1 group by 1", [
      code,
    ]),
  ).toEqual([{ amount: 1_441, count: 7 }]);
});

const code = async (who: Person, at: ClientAddress) => (await order(who, at)).status;
const prompt = async ({ email, token }: Person, at: ClientAddress) => {
  const asked = { ...pushOf(tee, freshMobile()), address: { ...ADDRESS, email } };
  return (await shop.post("/token/stkpush", asked, token, at)).status;
};

test.each([
  { what: "codes", name: "e-mail", ask: code, times: 2, strangers: 4, own: [200, 200, 429] },
  { what: "codes", name: "phone", ask: code, times: 2, strangers: 4, own: [200, 200, 429] },
  { what: "prompts", name: "e-mail", ask: prompt, times: 1, strangers: 16, own: [200] },
  { what: "prompts", name: "phone", ask: prompt, times: 1, strangers: 16, own: [200] },
])("No stranger's codes or prompts stop a person from ordering as a guest: $what, $name", async (row) => {
  const { name, ask, times, strangers, own } = row;
  const [email, phone] = [freshEmail(), freshMobile()];
  for (let n = 0; n < strangers; n++) {
    const at = freshAddress();
    const stranger = await (name === "phone" ? guestAt(at, undefined, phone) : guestAt(at, email));
    for (let asked = 0; asked < times; asked++) expect(await ask(stranger, at)).toBe(200);
  }
  const at = freshAddress();
  const person = await guestAt(at, email, phone);
  const answers = [];
  for (const _ of own) answers.push(await ask(person, at));
  expect(answers).toEqual(own);
});

holdsInvariants(() => shop);
