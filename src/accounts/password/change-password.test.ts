import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { mailedToken, PASSWORD, shopper } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import {
  accountRows,
  count,
  forgetLimits,
  freshEmail,
  member,
  wrongLinks,
} from "../../../test/support/account-rows.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

const shop = await openTestShop();
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const NEW = "mpya kabisa 9";
const login = (email: string, password: string) => shop.post("/api/user/login", { email, password });
const forgot = (email: string) => shop.post("/api/user/forgot-password", { email });
const reset = (token: unknown, password: unknown = NEW) =>
  shop.post("/api/user/reset-password", { token, password });
const change = (token: string, currentPassword: string, newPassword: string) =>
  shop.post("/api/user/change-password", { currentPassword, newPassword }, token);
const sessionsOf = (email: string) =>
  count(shop, "sessions where user_id = (select id from users where email = $1)", [email]);
const noticesTo = (email: string) =>
  count(shop, "outbox where recipient = $1 and event like 'password:%'", [email]);
const FORGOT = { success: true, message: ACCOUNT_TEXTS.checkForReset };

describe("POST /api/user/forgot-password and /reset-password", () => {
  test("known, unverified and unknown e-mails are answered alike; only accounts get a link, once a minute", async () => {
    const verified = await member(shop);
    const unverified = freshEmail();
    await shop.post("/api/user/register", { name: "Achieng", email: unverified, password: PASSWORD });
    const mails = await count(shop, "outbox");
    for (const email of [verified, unverified, freshEmail(), verified.toUpperCase()]) {
      const answer = await forgot(email);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(FORGOT);
    }
    expect(await count(shop, "outbox")).toBe(mails + 2);
    expect(
      await count(shop, "mail_links where purpose = 'reset' and expires_at <= now() + interval '1 hour'"),
    ).toBe(2);
    for (let minute = 0; minute < 6; minute++) {
      await shop.query("update rate_limits set expire = 0 where key like 'forgot-mail-minute%'");
      expect((await forgot(verified)).body).toEqual(FORGOT);
    }
    expect(await count(shop, "outbox where recipient = $1 and event like 'reset:%'", [verified])).toBe(5);
  });

  test("the link sets the password once, ends every session and every other link, and tells the owner", async () => {
    const { token, email } = await shopper(shop);
    await login(email, PASSWORD);
    await forgot(email);
    const older = await mailedToken(shop, email);
    await forgetLimits(shop);
    await forgot(email);
    const link = await mailedToken(shop, email);
    expect(await reset(link)).toMatchObject({
      status: 200,
      body: { success: true, message: ACCOUNT_TEXTS.passwordReset },
    });
    expect(await sessionsOf(email)).toBe(0);
    expect((await shop.post("/api/user/profile", {}, token)).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, NEW)).status).toBe(200);
    expect(await noticesTo(email)).toBe(1);
    const after = await accountRows(shop);
    for (const used of [link, older])
      expect(await reset(used, "yet another one")).toMatchObject({
        status: 400,
        body: { success: false, message: ACCOUNT_TEXTS.resetLinkExpired },
      });
    expect(await accountRows(shop)).toEqual(after);
  });

  test("an unverified account is verified by it, and its older verification link opens nothing", async () => {
    const email = freshEmail();
    await shop.post("/api/user/register", { name: "Achieng", email, password: PASSWORD });
    const verification = await mailedToken(shop, email);
    await forgot(email);
    await reset(await mailedToken(shop, email));
    expect((await login(email, NEW)).status).toBe(200);
    await shop.query("delete from sessions");
    const answer = await shop.post("/api/user/verify-email", { token: verification });
    expect(answer.body).toEqual({ success: true, message: ACCOUNT_TEXTS.verifiedBefore });
    expect(await sessionsOf(email)).toBe(0);
    expect((await login(email, NEW)).status).toBe(200);
  });

  test("A reset link works once: twenty at once change the password once", async () => {
    const email = await member(shop);
    await forgot(email);
    const link = await mailedToken(shop, email);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(link, `${NEW} ${i}`)));
    const won = answers.flatMap((answer, i) => (answer.status === 200 ? [i] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(19);
    expect((await login(email, `${NEW} ${won[0]}`)).status).toBe(200);
    expect(await noticesTo(email)).toBe(1);
  });

  test("expired after an hour, unknown, of the wrong kind, or with a bad password: refused, nothing changed, link kept", async () => {
    const email = await member(shop);
    const other = freshEmail();
    await shop.post("/api/user/register", { name: "Achieng", email: other, password: PASSWORD });
    const verification = await mailedToken(shop, other);
    await forgot(email);
    const link = await mailedToken(shop, email);
    const before = await accountRows(shop);
    for (const token of [verification, ...wrongLinks(link)])
      expect(await reset(token)).toMatchObject({
        status: 400,
        body: { message: ACCOUNT_TEXTS.resetLinkExpired },
      });
    expect(await reset(link, "short")).toMatchObject({
      status: 400,
      body: { message: ACCOUNT_TEXTS.passwordTooShort },
    });
    expect(await reset(link, "password1")).toMatchObject({
      body: { message: ACCOUNT_TEXTS.passwordTooCommon },
    });
    expect(await reset(link, email)).toMatchObject({ body: { message: ACCOUNT_TEXTS.passwordIsOurs } });
    for (const password of ["x".repeat(257), "jembe\0nyundo", ["x"], null])
      expect((await reset(link, password)).status).toBe(400);
    expect(await accountRows(shop)).toEqual(before);
    await shop.query(
      "update mail_links set expires_at = expires_at - interval '1 hour' where purpose = 'reset'",
    );
    expect(await reset(link)).toMatchObject({
      status: 400,
      body: { message: ACCOUNT_TEXTS.resetLinkExpired },
    });
    expect((await login(email, PASSWORD)).status).toBe(200);
  });
});

describe("POST /api/user/change-password", () => {
  test("A new password ends other sessions and links, and its owner is notified", async () => {
    const { token, email } = await shopper(shop);
    const elsewhere = String((await login(email, PASSWORD)).body.token);
    await forgot(email);
    const link = await mailedToken(shop, email);
    const answer = await change(token, PASSWORD, NEW);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: ACCOUNT_TEXTS.passwordChanged,
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    for (const dead of [token, elsewhere])
      expect((await shop.post("/api/user/profile", {}, dead)).status).toBe(401);
    expect((await shop.post("/api/user/profile", {}, String(answer.body.token))).status).toBe(200);
    expect(await sessionsOf(email)).toBe(1);
    expect((await reset(link)).status).toBe(400);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, NEW)).status).toBe(200);
    expect(await noticesTo(email)).toBe(1);
  });

  test("a wrong current password is a 400 that signs nobody out; guessing is slowed", async () => {
    const { token } = await shopper(shop);
    const before = await accountRows(shop);
    for (let i = 0; i < 5; i++) {
      const answer = await change(token, "not the password", NEW);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ success: false, message: ACCOUNT_TEXTS.passwordWrong });
    }
    const slowed = await change(token, PASSWORD, NEW);
    expect(slowed).toMatchObject({
      status: 429,
      headers: { "retry-after": expect.stringMatching(/^[1-5]$/) },
    });
    expect(await accountRows(shop)).toEqual(before);
  });

  test("a new password must be a good one", async () => {
    const { token, email } = await shopper(shop);
    const before = await accountRows(shop);
    const refusals: [string, string][] = [
      ["short", ACCOUNT_TEXTS.passwordTooShort],
      ["password1", ACCOUNT_TEXTS.passwordTooCommon],
      [email, ACCOUNT_TEXTS.passwordIsOurs],
    ];
    for (const [password, message] of refusals)
      expect(await change(token, PASSWORD, password)).toMatchObject({ status: 400, body: { message } });
    expect(await accountRows(shop)).toEqual(before);
  });

  test("two at once: one changes it, the other is told", async () => {
    const { token, email } = await shopper(shop);
    const answers = await Promise.all([
      change(token, PASSWORD, `${NEW} a`),
      change(token, PASSWORD, `${NEW} b`),
    ]);
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses[0]).toBe(200);
    // or the old password was looked at when it had just been changed
    expect([400, 401, 409]).toContain(statuses[1]);
    expect(await sessionsOf(email)).toBe(1);
    expect(await noticesTo(email)).toBe(1);
  });
});

test("no message to people speaks of a token: the profile page signs out on that word", () => {
  for (const text of Object.values(ACCOUNT_TEXTS)) expect(text.toLowerCase()).not.toContain("token");
});
