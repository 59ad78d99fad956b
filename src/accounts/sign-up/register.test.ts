import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { mailedToken, PASSWORD } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import {
  accountRows,
  count,
  forgetLimits,
  freshEmail,
  member,
  signUps,
} from "../../../test/support/account-rows.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

const shop = await openTestShop();
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const { register, mailsTo, userOf } = signUps(() => shop);
const aMinutePasses = async () => {
  await forgetLimits(shop);
  await shop.query("update users set joined_at = joined_at - interval '1 minute'");
};
const CHECK = { status: 200, body: { success: true, message: ACCOUNT_TEXTS.checkYourMail } };

describe("POST /api/user/register (specification §5, §7)", () => {
  test("writes one unverified account, an argon2id hash, a hashed link and one mail", async () => {
    const email = freshEmail();
    expect(await register(email)).toMatchObject(CHECK);
    const user = await userOf(email);
    expect(user).toMatchObject({ name: "Wanjiku Otieno", verified_at: null });
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}/);
    const links = await shop.query(
      "select purpose, used_at, round(extract(epoch from expires_at - now()) / 3600)::int as hours from mail_links where user_id = $1",
      [user?.id],
    );
    expect(links).toEqual([{ purpose: "verify", used_at: null, hours: 24 }]);
    expect(await count(shop, "sessions where user_id = $1", [user?.id])).toBe(0);
  });

  test("the mail of a sign-up names nobody, for anybody may have typed it", async () => {
    const email = freshEmail();
    await register(email, PASSWORD, "Congratulations Winner");
    await shop.post("/api/user/forgot-password", { email });
    const mails = await shop.query<{ html: string; text: string }>(
      "select html, text from outbox where recipient = $1",
      [email],
    );
    expect(mails).toHaveLength(2);
    for (const { html, text } of mails) expect(html + text).not.toContain("Congratulations");
  });

  test("an e-mail that exists: the same answer, a notice to the owner, nothing overwritten", async () => {
    const email = await member(shop);
    await forgetLimits(shop);
    const before = await userOf(email);
    const mails = (await mailsTo(email)).length;
    expect(await register(email.toUpperCase(), "another long password", "Mallory")).toMatchObject(CHECK);
    expect(await userOf(email)).toEqual(before);
    const news = (await mailsTo(email)).slice(mails);
    expect(news).toMatchObject([{ subject: "You already have a Sauti account" }]);
    expect(news[0]?.text).not.toContain("token=");
    await register(email);
    expect(await mailsTo(email)).toHaveLength(mails + 1);
  });

  test("twenty at once make one account and one mail", async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => register(i % 2 ? email : email.toUpperCase())),
    );
    for (const answer of answers) expect(answer).toMatchObject(CHECK);
    expect(await count(shop, "users where lower(email) = $1", [email])).toBe(1);
    expect(await count(shop, "outbox where lower(recipient) = $1", [email])).toBe(1);
  });

  test("signed up again with the same password: the row stays, and so does the password", async () => {
    const email = freshEmail();
    await register(email, "the first password");
    const first = await userOf(email);
    await aMinutePasses();
    expect(await register(email, "the first password", "Another Name")).toMatchObject(CHECK);
    expect(await userOf(email)).toMatchObject({ ...first });
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test.each(["the first mail", "the second mail", "a resent mail"])(
    "A stranger who signs up with my e-mail cannot open my account: %s",
    async (which) => {
      const email = freshEmail();
      await register(email, "the first password");
      const first = await mailedToken(shop, email);
      await aMinutePasses();
      expect(await register(email, "the second password", "A Stranger")).toMatchObject(CHECK);
      const second = await mailedToken(shop, email);
      await aMinutePasses();
      await shop.post("/api/user/resend-verification", { email });
      const resent = await mailedToken(shop, email);
      expect(new Set([first, second, resent]).size).toBe(3);
      const token = { "the first mail": first, "the second mail": second }[which] ?? resent;
      const verified = await shop.post("/api/user/verify-email", { token });
      expect(verified.body).toMatchObject({
        message: ACCOUNT_TEXTS.verifiedContested,
        token: expect.any(String),
      });
      const login = (password: string) => shop.post("/api/user/login", { email, password });
      for (const password of ["the first password", "the second password", ""]) {
        expect((await login(password)).status).toBe(401);
      }
      await shop.post("/api/user/reset-password", {
        token: await mailedToken(shop, email),
        password: "the owner's own",
      });
      expect((await login("the owner's own")).status).toBe(200);
    },
  );

  test.each([
    ["Bcc header", "a@b.co\r\nBcc: x@y.zz"],
    ["two addresses", "a@b.co,x@y.zz"],
    ["a name and angle brackets", "Wanjiku <a@b.co>"],
    ["quoted local part", '"a b"@example.com'],
    ["Cyrillic а", "wаnjiku@example.com"],
    ["zero-width space", "wan\u200bjiku@example.com"],
    ["no dot", "wanjiku@localhost"],
    ["NUL", "wan\0jiku@example.com"],
    ["local part of 65", `${"a".repeat(65)}@example.com`],
    ["255 characters", `a@${"b.".repeat(125)}com`],
    ["an object", { $ne: "" } as unknown as string],
    ["nothing", undefined as unknown as string],
  ])("refuses an e-mail with %s and writes nothing", async (_what, email) => {
    const before = await accountRows(shop);
    const answer = await register(email);
    expect(answer).toMatchObject({ status: 400, body: { success: false, message: expect.any(String) } });
    expect(await accountRows(shop)).toEqual(before);
  });

  test("takes +tags and dots as they are, and trims", async () => {
    const email = `wan.jiku+${Date.now()}@mail.example.co.ke`;
    expect(await register(`  ${email}\r\n`)).toMatchObject(CHECK);
    expect((await userOf(email))?.name).toBe("Wanjiku Otieno");
  });

  test.each([
    ["nothing", "   ", ACCOUNT_TEXTS.nameMissing],
    ["an address without http", "Win at bit.ly/abc", "Please enter your name without the link “bit.ly/abc”"],
  ])("refuses a name of %s", async (_what, name, message) => {
    const before = await accountRows(shop);
    expect(await register(freshEmail(), PASSWORD, name)).toMatchObject({ status: 400, body: { message } });
    expect(await accountRows(shop)).toEqual(before);
  });

  test.each([
    ["7 characters", "abcde 7", 400, ACCOUNT_TEXTS.passwordTooShort],
    ["7 emoji", "🎧🎤🎶🥁🎷🎺🎻", 400, ACCOUNT_TEXTS.passwordTooShort],
    ["8 letters of 7, one with a loose accent", "mzikiae\u0301", 400, ACCOUNT_TEXTS.passwordTooShort],
    ["8 spaces", "        ", 400, ACCOUNT_TEXTS.passwordTooCommon],
    ["NUL", "jembe\0nyundo", 400, expect.any(String)],
    ["257 characters", `${"jembe na nyundo ".repeat(16)}x`, 400, expect.any(String)],
    ["many people", "password1", 400, ACCOUNT_TEXTS.passwordTooCommon],
    ["many people in other capitals", "LiverPool", 400, ACCOUNT_TEXTS.passwordTooCommon],
    ["one letter", "zzzzzzzzzz", 400, ACCOUNT_TEXTS.passwordTooCommon],
    ["the shop's name and a year", "Sauti2026!", 400, ACCOUNT_TEXTS.passwordIsOurs],
    ["the shop's name twice", "sauti-sauti", 400, ACCOUNT_TEXTS.passwordIsOurs],
    ["the e-mail", "juma.kamau@example.com", 400, ACCOUNT_TEXTS.passwordIsOurs],
    ["the e-mail's name", "JumaKamau1", 400, ACCOUNT_TEXTS.passwordIsOurs],
    ["8 emoji", "🎧🎤🎶🥁🎷🎺🎻🪘", 200, ACCOUNT_TEXTS.checkYourMail],
    ["64 characters", "jembe na nyundo ".repeat(4), 200, ACCOUNT_TEXTS.checkYourMail],
    ["128 characters", "jembe na nyundo ".repeat(8), 200, ACCOUNT_TEXTS.checkYourMail],
    ["256 characters", "jembe na nyundo ".repeat(16), 200, ACCOUNT_TEXTS.checkYourMail],
  ])("a password of %s", async (_what, password, status, message) => {
    const before = await accountRows(shop);
    const email = status === 200 ? freshEmail() : "juma.kamau@example.com";
    expect(await register(email, password)).toMatchObject({ status, body: { message } });
    if (status !== 200) return expect(await accountRows(shop)).toEqual(before);
    await shop.post("/api/user/verify-email", { token: await mailedToken(shop, email) });
    const login = (typed: string) => shop.post("/api/user/login", { email, password: typed });
    expect((await login(password)).status).toBe(200);
    // not cut short, not trimmed
    expect((await login([...password].slice(0, -1).join(""))).status).toBe(401);
  });
});
