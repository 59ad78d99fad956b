import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { mailedToken, shopper } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import {
  accountRows,
  count,
  forgetLimits,
  freshEmail,
  member,
  signUps,
  wrongLinks,
} from "../../../test/support/account-rows.ts";
import { sweepAccounts } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

const shop = await openTestShop();
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const { register, mailsTo, userOf } = signUps(() => shop);
const SENT = { status: 200, body: { success: true, message: ACCOUNT_TEXTS.resent } };

describe("POST /api/user/resend-verification (specification §7)", () => {
  const resend = (email: string) => shop.post("/api/user/resend-verification", { email });

  test("unknown, verified and unverified are answered alike; the unverified gets a link, the verified a notice", async () => {
    const verified = await member(shop);
    const unverified = freshEmail();
    await register(unverified);
    const mails = await count(shop, "outbox");
    const answers = [await resend(freshEmail()), await resend(verified), await resend(unverified)];
    for (const answer of answers) expect(answer).toMatchObject(SENT);
    expect(await count(shop, "outbox")).toBe(mails + 2);
    expect(await mailsTo(unverified)).toHaveLength(2);
    const [notice] = (await mailsTo(verified)).slice(-1);
    expect(notice?.subject).toBe("You already have a Sauti account");
    expect(notice?.text).not.toContain("token=");
  });

  test("one a minute, also of twenty at once, and five a day; all silently alike", async () => {
    const email = freshEmail();
    await register(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(email)));
    for (const answer of answers) expect(answer).toMatchObject(SENT);
    expect(await mailsTo(email)).toHaveLength(2);
    for (let minute = 0; minute < 6; minute++) {
      await shop.query("update rate_limits set expire = 0 where key like 'resend-mail-minute%'");
      expect(await resend(email)).toMatchObject(SENT);
    }
    expect(await mailsTo(email)).toHaveLength(1 + 5);
  });

  test("the thirty-first asking in an hour is refused, known e-mail or not, with Retry-After", async () => {
    for (const email of [freshEmail(), await member(shop)]) {
      for (let i = 0; i < 30; i++) expect((await resend(email)).status).toBe(200);
      const before = await accountRows(shop);
      const refused = await resend(email);
      expect(refused).toMatchObject({
        status: 429,
        body: { success: false, message: "Too many attempts. Please try again in an hour." },
      });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3500);
      expect(await accountRows(shop)).toEqual(before);
    }
  });

  test("an earlier link keeps working until one of them is used", async () => {
    const email = freshEmail();
    await register(email);
    const first = await mailedToken(shop, email);
    await resend(email);
    const second = await mailedToken(shop, email);
    expect(second).not.toBe(first);
    const verify = (token: string) => shop.post("/api/user/verify-email", { token });
    expect((await verify(first)).body).toMatchObject({
      message: ACCOUNT_TEXTS.verified,
      token: expect.any(String),
    });
    expect((await verify(second)).body).toEqual({ success: true, message: ACCOUNT_TEXTS.verifiedBefore });
    await shop.query("update mail_links set used_at = used_at - interval '23 hours'");
    expect((await verify(second)).body).toEqual({ success: true, message: ACCOUNT_TEXTS.verifiedBefore });
  });
});

describe("POST /api/user/verification-owner", () => {
  const whose = (token: unknown) => shop.post("/api/user/verification-owner", { token });

  test("tells the e-mail of a good link, and does not use it", async () => {
    const email = freshEmail();
    await register(email);
    const link = await mailedToken(shop, email);
    const before = await accountRows(shop);
    expect(await whose(link)).toMatchObject({
      status: 200,
      body: { success: true, email, contested: false },
    });
    expect(await accountRows(shop)).toEqual(before);
    await shop.post("/api/user/verify-email", { token: link });
    expect(await whose(link)).toMatchObject({ status: 400, body: { message: ACCOUNT_TEXTS.linkExpired } });
  });

  test("tells nothing for a link of another kind, or none", async () => {
    const owner = await member(shop);
    await shop.post("/api/user/forgot-password", { email: owner });
    const reset = await mailedToken(shop, owner);
    for (const token of [reset, ...wrongLinks(reset)])
      expect((await whose(token)).body).toEqual({ success: false, message: ACCOUNT_TEXTS.linkExpired });
  });
});

describe("POST /api/user/verify-email (specification §4, §7)", () => {
  const hoursPass = (hours: number) =>
    shop.query(
      `update mail_links set used_at = used_at - make_interval(secs => $1),
        expires_at = expires_at - make_interval(secs => $1)`,
      [hours * 3_600],
    );
  const verify = (token: unknown, signedIn?: string) =>
    shop.post("/api/user/verify-email", { token }, signedIn);

  test("signs in once; again within its 24 hours is told so and begins no second session", async () => {
    const email = freshEmail();
    await register(email);
    const link = await mailedToken(shop, email);
    const first = await verify(link);
    expect(first).toMatchObject({ status: 200, body: { success: true, message: ACCOUNT_TEXTS.verified } });
    const { body } = await shop.post("/api/user/profile", {}, String(first.body.token));
    expect(body.user).toMatchObject({ email, isVerified: true });
    const after = await accountRows(shop);
    const again = async () => {
      const answer = await verify(link);
      return { status: answer.status, body: answer.body };
    };
    const before = { status: 200, body: { success: true, message: ACCOUNT_TEXTS.verifiedBefore } };
    expect(await again()).toEqual(before);
    expect(await accountRows(shop)).toEqual(after);
    await hoursPass(23.9);
    await sweepAccounts(shop.db);
    expect(await again()).toEqual(before);
    await hoursPass(0.2);
    expect(await again()).toEqual({
      status: 400,
      body: { success: false, message: ACCOUNT_TEXTS.linkExpired },
    });
    await hoursPass(24);
    await sweepAccounts(shop.db);
    expect(await count(shop, "mail_links join users on users.id = user_id where email = $1", [email])).toBe(
      0,
    );
  });

  test("A verification link works once: twenty at once begin one session", async () => {
    const email = freshEmail();
    await register(email);
    const link = await mailedToken(shop, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(link)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(answers.filter((answer) => answer.body.token)).toHaveLength(1);
    const user = await userOf(email);
    expect(await count(shop, "sessions where user_id = $1", [user?.id])).toBe(1);
  });

  test("two links of one account at once begin one session", async () => {
    const email = freshEmail();
    await register(email);
    const first = await mailedToken(shop, email);
    await shop.post("/api/user/resend-verification", { email });
    const second = await mailedToken(shop, email);
    const answers = await Promise.all([verify(first), verify(second), verify(first), verify(second)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter((answer) => answer.body.token)).toHaveLength(1);
  });

  test("expired, truncated, unknown, oversized and of the wrong kind: the catalogue's text, nothing written", async () => {
    const email = freshEmail();
    await register(email);
    const link = await mailedToken(shop, email);
    const owner = await member(shop);
    await shop.post("/api/user/forgot-password", { email: owner });
    const reset = await mailedToken(shop, owner);
    await shop.query(
      "update mail_links set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)",
      [email],
    );
    const before = await accountRows(shop);
    for (const token of [link, reset, ...wrongLinks(link)])
      expect(await verify(token)).toMatchObject({
        status: 400,
        body: { success: false, message: ACCOUNT_TEXTS.linkExpired },
      });
    expect(await verify("a\0b")).toMatchObject({
      status: 400,
      body: { success: false, message: "Invalid verification link" },
    });
    expect(await accountRows(shop)).toEqual(before);
  });

  test("A link opened in another person's session changes no session", async () => {
    const mine = await shopper(shop);
    const theirs = freshEmail();
    await register(theirs);
    const answer = await verify(await mailedToken(shop, theirs), mine.token);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: ACCOUNT_TEXTS.verifiedAside },
    });
    expect(answer.body.token).toBeUndefined();
    const them = await userOf(theirs);
    expect(them?.verified_at).not.toBeNull();
    expect(await count(shop, "sessions where user_id = $1", [them?.id])).toBe(0);
    const { body } = await shop.post("/api/user/profile", {}, mine.token);
    expect(body.user).toMatchObject({ email: mine.email });
  });
});
