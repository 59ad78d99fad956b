import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { orderOf, PASSWORD, shopper } from "../../../test/people.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { accountRows, count, forgetLimits, freshEmail, member } from "../../../test/support/account-rows.ts";
import { PHONE_INVALID } from "../../phone-rules.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ TRUST_PROXY: "1" });
});
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const details = (email = freshEmail()) => ({
  firstName: "Wanjiku",
  lastName: "Otieno",
  email,
  phone: "0712 345 678",
});
const asGuest = (body: object, token?: string) => shop.post("/api/user/guest", body, token);

test("a guest is signed in on this device, can order, and sees the order", async () => {
  const email = freshEmail();
  const answer = await asGuest(details(email));
  expect(answer).toMatchObject({ status: 200, body: { success: true, guest: true } });
  const token = String(answer.body.token);
  const { body } = await shop.post("/api/user/profile", {}, token);
  expect(body.user).toEqual({
    name: "Wanjiku Otieno",
    email,
    isVerified: false,
    joinedDate: expect.any(String),
    guest: true,
  });
  const order = orderOf(await addProduct(shop));
  expect((await shop.post("/api/order/placeOrder", order, token)).body.message).toBe("Order placed");
  const orders = (await shop.post("/api/order/userOrders", {}, token)).body.orders;
  expect(orders).toHaveLength(1);
  expect(await count(shop, "outbox where recipient = $1", [email])).toBe(0);
});

test("the session ends after 30 days, and its row is a guest's: no password, not verified, its phone normalised", async () => {
  const email = freshEmail();
  await asGuest(details(email));
  expect(
    await shop.query(
      `select guest_email, guest_phone, password_hash, verified_at, expires_at - begun_at as lasts
       from users join sessions on user_id = users.id where guest_email = $1`,
      [email],
    ),
  ).toEqual([
    {
      guest_email: email,
      guest_phone: "254712345678",
      password_hash: "",
      verified_at: null,
      lasts: expect.objectContaining({ days: 30 }),
    },
  ]);
});

describe("called again", () => {
  test("by a guest it changes the details of the same one, and the token stays", async () => {
    const token = String((await asGuest(details())).body.token);
    const email = freshEmail();
    const before = await count(shop, "users");
    const again = await asGuest({ ...details(email), firstName: "Achieng", phone: "+254112345678" }, token);
    expect(again).toMatchObject({ status: 200, body: { token, guest: true } });
    expect(await count(shop, "users")).toBe(before);
    const { body } = await shop.post("/api/user/profile", {}, token);
    expect(body.user).toMatchObject({ name: "Achieng Otieno", email, guest: true });
    expect(await count(shop, "users where guest_email = $1 and guest_phone = '254112345678'", [email])).toBe(
      1,
    );
  });

  test("by who is signed in to an account it answers 409 and writes nothing", async () => {
    const { token, email } = await shopper(shop);
    const before = await accountRows(shop);
    for (const sent of [details(), details(email)])
      expect(await asGuest(sent, token)).toMatchObject({
        status: 409,
        body: { success: false, message: ACCOUNT_TEXTS.signedInAlready },
      });
    expect(await accountRows(shop)).toEqual(before);
  });

  test("with a token that has ended it makes another guest", async () => {
    const token = String((await asGuest(details())).body.token);
    await shop.post("/api/user/logout", {}, token);
    const again = await asGuest(details(), token);
    expect(again.status).toBe(200);
    expect(again.body.token).not.toBe(token);
  });
});

describe("what cannot be taken is refused in words, and nothing is written", () => {
  test.each([
    [{ firstName: "" }, "Please enter your first name"],
    [{ firstName: " " }, "Please enter your first name"],
    [{ lastName: undefined }, "Please enter your last name"],
    [{ lastName: "" }, "Please enter your last name"],
    [
      { firstName: "Win at evil.co.ke" },
      "Please enter your first name as plain text, without links or signs like / and @",
    ],
    [
      { lastName: "http://x" },
      "Please enter your last name as plain text, without links or signs like / and @",
    ],
    [{ email: "" }, ACCOUNT_TEXTS.emailInvalid],
    [{ email: "wanjiku" }, ACCOUNT_TEXTS.emailInvalid],
    [{ email: "01ARZ3NDEKTSV4RRFFQ69G5FAV <a@example.com>" }, ACCOUNT_TEXTS.emailInvalid],
    [{ phone: "07123" }, PHONE_INVALID],
    [{ phone: "+255712345678" }, PHONE_INVALID],
    [{ phone: "" }, PHONE_INVALID],
    [{ phone: undefined }, "Please enter your phone"],
  ])("%j: %s", async (wrong, message) => {
    const before = await accountRows(shop);
    const answer = await asGuest({ ...details(), ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { success: false, message } });
    expect(await accountRows(shop)).toEqual(before);
  });
});

test("a guest has no password to change, and is told so", async () => {
  const token = String((await asGuest(details())).body.token);
  const body = { currentPassword: "", newPassword: "mpya kabisa 9" };
  for (const currentPassword of ["", PASSWORD])
    expect(await shop.post("/api/user/change-password", { ...body, currentPassword }, token)).toMatchObject({
      status: 400,
      body: { message: ACCOUNT_TEXTS.guestHasNoPassword },
    });
});

test("thirty an hour for an e-mail, then 429; signing up is counted apart", async () => {
  const email = freshEmail();
  for (let times = 0; times < 30; times++) expect((await asGuest(details(email))).status).toBe(200);
  const refused = await asGuest(details(email.toUpperCase()));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await count(shop, "users where lower(guest_email) = $1", [email])).toBe(30);
  const signUp = await shop.post("/api/user/register", { name: "Wanjiku", email, password: PASSWORD });
  expect(signUp.status).toBe(200);
});

test("the answer and the work are the same whether the e-mail has an account or not", async () => {
  const [free, taken] = [await asGuest(details()), await asGuest(details(await member(shop)))];
  const without = ({ status, body }: typeof free) => ({ status, body: { ...body, token: "" } });
  expect(without(taken)).toEqual(without(free));
});
