import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { guestOf, mailedToken, orderOf, PASSWORD } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { count, forgetLimits, freshEmail, member } from "../../../test/support/account-rows.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

const shop = await openTestShop();
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const guestRow = (email: string) =>
  shop.query("select * from users where lower(guest_email) = lower($1)", [email]);

describe("a guest is no account", () => {
  test.each(["", " ", PASSWORD, "<", "null"])(
    "Nobody logs in as a guest, whatever the password: %j",
    async (password) => {
      const { email, userId } = await guestOf(shop);
      for (const typed of [email, `${userId} <${email}>`, userId]) {
        const answer = await shop.post("/api/user/login", { email: typed, password });
        expect([400, 401]).toContain(answer.status);
        expect(answer.body.token).toBeUndefined();
      }
      expect(await count(shop, "sessions where user_id = $1", [userId])).toBe(1);
    },
  );

  test("Reset and resend mail no guest, and answer as for everybody", async () => {
    const { email } = await guestOf(shop);
    const before = await guestRow(email);
    for (const path of ["/api/user/forgot-password", "/api/user/resend-verification"]) {
      const [asked, other] = [
        await shop.post(path, { email }),
        await shop.post(path, { email: freshEmail() }),
      ];
      expect({ status: asked.status, body: asked.body }).toEqual({ status: other.status, body: other.body });
    }
    expect(await count(shop, "outbox where recipient like '%' || $1 || '%'", [email])).toBe(0);
    expect(await count(shop, "mail_links where user_id = $1", [before[0]?.id])).toBe(0);
    expect(await guestRow(email)).toEqual(before);
  });

  test("Signing up with a guest's e-mail opens an account beside the guest", async () => {
    const guest = await guestOf(shop);
    const answer = await shop.post("/api/user/register", {
      name: "A",
      email: guest.email,
      password: PASSWORD,
    });
    expect(answer).toMatchObject({ status: 200, body: { message: ACCOUNT_TEXTS.checkYourMail } });
    const rows = await shop.query("select id, contested from users where lower(email) = lower($1)", [
      guest.email,
    ]);
    expect(rows).toEqual([{ id: expect.not.stringMatching(guest.userId), contested: false }]);
    expect(await count(shop, "mail_links where user_id = $1", [guest.userId])).toBe(0);
    expect(await count(shop, "tried_passwords where user_id = $1", [guest.userId])).toBe(0);
    expect(await mailedToken(shop, guest.email)).not.toBe("");
  });
});

test("guests who ordered nothing are deleted after 30 days, once they are signed in nowhere; others stay", async () => {
  const [idle, signedIn, young, buyer] = [
    await guestOf(shop),
    await guestOf(shop),
    await guestOf(shop),
    await guestOf(shop),
  ];
  const account = await member(shop);
  expect((await shop.post(PLACE, orderOf(await addProduct(shop)), buyer.token)).status).toBe(200);
  await shop.query("delete from sessions where user_id <> $1", [signedIn.userId]);
  await shop.query("update users set joined_at = now() - interval '31 days' where id <> $1", [young.userId]);
  await Promise.all([shop.jobs.cron.hour(), shop.jobs.cron.hour()]);
  const left = await shop.query<{ id: string }>("select id from users where id = any($1) order by id", [
    [idle, signedIn, young, buyer].map(({ userId }) => userId),
  ]);
  expect(left.map(({ id }) => id)).toEqual([signedIn, young, buyer].map(({ userId }) => userId).toSorted());
  expect(await count(shop, "users where email = $1", [account])).toBe(1);
});
