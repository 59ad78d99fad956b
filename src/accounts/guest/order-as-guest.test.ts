import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { freshMobile, orderOf, PASSWORD, shopper } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import { accountRows, count, forgetLimits, freshEmail, member } from "../../../test/support/account-rows.ts";
import { PHONE_INVALID } from "../../phone-rules.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

const shop = await openTestShop({ TRUST_PROXY: "1" });
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const details = (email = freshEmail()) => ({
  firstName: "Wanjiku",
  lastName: "Otieno",
  email,
  phone: "0712 345 678",
});
const asGuest = (body: object, token?: string, address = "41.90.0.1") =>
  shop.post("/api/user/guest", body, token, { "x-forwarded-for": address });

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

  test("An ended guest token makes no second guest", async () => {
    const token = String((await asGuest(details())).body.token);
    await shop.post("/api/user/logout", {}, token);
    const before = await accountRows(shop);
    expect(await asGuest(details(), token)).toMatchObject({
      status: 401,
      body: { success: false, message: ACCOUNT_TEXTS.signedOut },
    });
    expect(await accountRows(shop)).toEqual(before);
    const again = await asGuest(details());
    expect(again.status).toBe(200);
    expect(again.body.token).not.toBe(token);
  });
});

describe("sent again under its key, for its answer was lost", () => {
  const newKey = () => randomBytes(32).toString("base64url");
  const underKey = (key: string, body: object = details(), token?: string) =>
    shop.post("/api/user/guest", body, token, {
      "x-forwarded-for": "41.90.0.1",
      "idempotency-key": key,
    });

  test("it is the same guest, by the same token, with the details of the last try", async () => {
    const key = newKey();
    const first = await underKey(key);
    const again = await underKey(key, { ...details(), firstName: "Achieng" });
    expect(again.body).toEqual(first.body);
    const { body } = await shop.post("/api/user/profile", {}, String(first.body.token));
    expect(body.user).toMatchObject({ name: "Achieng Otieno", guest: true });
  });

  test("Retrying to become a guest makes no second one", async () => {
    const key = newKey();
    const [users, sessions] = [await count(shop, "users"), await count(shop, "sessions")];
    const answers = await Promise.all(Array.from({ length: 8 }, () => underKey(key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
    expect(await count(shop, "users")).toBe(users + 1);
    expect(await count(shop, "sessions")).toBe(sessions + 1);
  });

  test("another key is another guest, and the key itself signs nobody in and is not stored", async () => {
    const key = newKey();
    const token = String((await underKey(key)).body.token);
    expect((await underKey(newKey())).body.token).not.toBe(token);
    expect((await shop.post("/api/user/profile", {}, key)).status).toBe(401);
    const stored = JSON.stringify(await accountRows(shop));
    expect([stored.includes(key), stored.includes(token)]).toEqual([false, false]);
  });

  test("once its sign-in has ended, or was ended, it is another guest, who sees nothing of the first", async () => {
    for (const end of [
      (token: string) => shop.post("/api/user/logout", {}, token),
      () =>
        shop.query(
          "update sessions set expires_at = now() where begun_at = (select max(begun_at) from sessions)",
        ),
    ]) {
      const key = newKey();
      const email = freshEmail();
      const token = String((await underKey(key, details(email))).body.token);
      await end(token);
      const again = await underKey(key, { ...details(), firstName: "Achieng" });
      expect(again.status).toBe(200);
      const { body } = await shop.post("/api/user/profile", {}, String(again.body.token));
      expect(body.user).toMatchObject({ name: "Achieng Otieno" });
      expect(await count(shop, "users where guest_email = $1 and name = 'Wanjiku Otieno'", [email])).toBe(1);
    }
  });

  test("whose session is an account's or a guest's, that counts: no key changes who is signed in", async () => {
    const key = newKey();
    await underKey(key);
    const { token } = await shopper(shop);
    expect((await underKey(key, details(), token)).status).toBe(409);
    const other = String((await asGuest(details())).body.token);
    expect((await underKey(key, details(), other)).body.token).toBe(other);
  });

  test.each(["", "1", "0ae3dcba-7d8d-4b0b-93d0-6a4a8e2e2b9a", "x".repeat(44), `${"x".repeat(42)}!`])(
    "A guest's key cannot be guessed: %j",
    async (key) => {
      const before = await accountRows(shop);
      expect((await underKey(key)).status).toBe(400);
      expect(await accountRows(shop)).toEqual(before);
    },
  );
});

describe("what cannot be taken is refused in words, and nothing is written", () => {
  test.each([
    [{ firstName: "" }, "Please enter your first name"],
    [{ lastName: undefined }, "Please enter your last name"],
    [{ firstName: "Win at evil.co.ke" }, "Please enter your first name without the link “evil.co.ke”"],
    [{ email: "" }, ACCOUNT_TEXTS.emailInvalid],
    [{ email: "wanjiku" }, ACCOUNT_TEXTS.emailInvalid],
    [{ email: "01ARZ3NDEKTSV4RRFFQ69G5FAV <a@example.com>" }, ACCOUNT_TEXTS.emailInvalid],
    [{ phone: "07123" }, PHONE_INVALID],
    [{ phone: "+255712345678" }, PHONE_INVALID],
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

/** Takes a mailbox as a guest so often, each time from another address, under another phone and tag. */
const take = async (mailbox: string, times: number) => {
  const taken = await Promise.all(
    Array.from({ length: times }, (_, at) =>
      asGuest(
        { ...details(mailbox.replace("@", `+${at}@`)), phone: freshMobile() },
        undefined,
        `41.91.0.${at}`,
      ),
    ),
  );
  expect(taken.map(({ status }) => status)).toEqual(Array(times).fill(200));
};

test("twenty an hour for a mailbox, from wherever, then 429; signing up is counted apart", async () => {
  const email = freshEmail();
  await take(email, 20);
  const refused = await asGuest(details(email.toUpperCase()));
  expect([refused.status, refused.body.message]).toEqual([
    429,
    `${ACCOUNT_TEXTS.emailTakenOften} Please try again in an hour.`,
  ]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await count(shop, "users where lower(guest_email) = $1", [email])).toBe(0);
  const signUp = await shop.post("/api/user/register", { name: "Wanjiku", email, password: PASSWORD });
  expect(signUp.status).toBe(200);
});

test("Guests use a mailbox twenty times an hour, beyond that only from its known addresses", async () => {
  const product = await addProduct(shop);
  const email = await member(shop);
  const order = orderOf(product);
  const body = { ...order, address: { ...order.address, email } };
  const buyer = String((await asGuest(details(email), undefined, "41.90.0.7")).body.token);
  const from = (address: string) => ({ "x-forwarded-for": address });
  const placed = await shop.post("/api/order/placeOrder", body, buyer, from("41.90.0.7"));
  expect(placed.status, placed.text).toBe(200);
  await shop.post("/api/user/login", { email, password: PASSWORD }, undefined, from("41.90.0.8"));
  const has = String((await asGuest(details(email), undefined, "41.90.0.9")).body.token);
  await take(email, 18);
  expect((await asGuest(details(email), undefined, "41.90.0.9")).status).toBe(429);
  for (const known of ["41.90.0.7", "41.90.0.8"])
    expect((await asGuest(details(email), undefined, known)).status, known).toBe(200);
  // who has it already
  expect((await asGuest(details(email), has, "41.90.0.10")).status).toBe(200);
});

test("nor is it taken by the address of an order", async () => {
  const email = freshEmail();
  await take(email, 20);
  const other = String((await asGuest(details())).body.token);
  const order = orderOf(await addProduct(shop));
  const body = { ...order, address: { ...order.address, email } };
  const before = await accountRows(shop);
  expect((await shop.post("/api/order/placeOrder", body, other)).status).toBe(429);
  expect(await accountRows(shop)).toEqual(before);
});

test("Another network address does not stop a phone from ordering", async () => {
  const phone = "0712 345 679";
  const withPhone = (address?: string) => asGuest({ ...details(), phone }, undefined, address);
  for (let times = 0; times < 30; times++) expect((await withPhone()).status).toBe(200);
  expect((await withPhone()).status).toBe(429);
  expect((await withPhone("41.90.0.2")).status).toBe(200);
});

test("Ordering as a guest reveals no account", async () => {
  const [free, taken] = [await asGuest(details()), await asGuest(details(await member(shop)))];
  const without = ({ status, body }: typeof free) => ({ status, body: { ...body, token: "" } });
  expect(without(taken)).toEqual(without(free));
});
