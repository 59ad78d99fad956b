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

const THEIRS = "jina la mgeni 1";
const MINE = "neno langu tu 2";

const shop = await openTestShop();
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const { register, mailsTo } = signUps(() => shop);
const login = (email: string, password: string) => shop.post("/api/user/login", { email, password });
const verify = (token: string) => shop.post("/api/user/verify-email", { token });
const aMinutePasses = async () => {
  await shop.query("update rate_limits set expire = 0 where key like '%-minute%'");
  await shop.query("update users set joined_at = joined_at - interval '1 minute'");
};
const linksTo = async (email: string) =>
  (await mailsTo(email)).flatMap(({ text }) => /verify-email\?token=([\w-]{43})/.exec(text)?.[1] ?? []);
async function resetByMail(email: string, password: string): Promise<void> {
  await shop.post("/api/user/forgot-password", { email });
  await shop.post("/api/user/reset-password", { token: await mailedToken(shop, email), password });
}
const triedOn = (email: string) =>
  count(shop, "tried_passwords join users on users.id = user_id where email = $1", [email]);
const isContested = (email: string) => count(shop, "users where email = $1 and contested", [email]);

describe("an account that a stranger signed up before its owner", () => {
  async function takenBeforehand(): Promise<string> {
    const email = freshEmail();
    await register(email, THEIRS, "A Stranger");
    for (let more = 0; more < 4; more++) {
      await aMinutePasses();
      await register(email, THEIRS, "A Stranger");
    }
    return email;
  }

  test.each([0, 4])(
    "with the mails of the day used up: link %i opens it for nobody's first password",
    async (nth) => {
      const email = await takenBeforehand();
      const mails = await linksTo(email);
      expect(mails).toHaveLength(5);
      expect((await register(email, MINE)).status).toBe(200);
      expect(await linksTo(email)).toHaveLength(5);
      const verified = await verify(mails[nth] ?? "");
      expect(verified).toMatchObject({ status: 200, body: { message: ACCOUNT_TEXTS.verifiedContested } });
      expect(verified.body.token).toEqual(expect.any(String));
      for (const password of [THEIRS, MINE, ""]) {
        const answer = await login(email, password);
        expect(answer.status, password).not.toBe(200);
        expect(answer.body.token, password).toBeUndefined();
      }
      const reset = await mailedToken(shop, email);
      await shop.post("/api/user/reset-password", { token: reset, password: "sasa ni langu 3" });
      expect((await login(email, "sasa ni langu 3")).status).toBe(200);
      expect((await login(email, THEIRS)).status).toBe(401);
      // the session of the link ended with it
      expect((await shop.post("/api/user/profile", {}, String(verified.body.token))).status).toBe(401);
    },
  );

  test("also when the owner's own sign-up was refused as one too many", async () => {
    const email = freshEmail();
    await register(email, THEIRS);
    await shop.query("update rate_limits set points = 30 where key like 'register%'");
    const links = await linksTo(email);
    expect((await register(email, MINE)).status).toBe(429);
    expect((await verify(links[0] ?? "")).body.message).toBe(ACCOUNT_TEXTS.verifiedContested);
    expect((await login(email, THEIRS)).body.token).toBeUndefined();
  });

  test("Two sign-ups at once with different passwords trust neither", async () => {
    for (let round = 0; round < 3; round++) {
      const email = freshEmail();
      await Promise.all([register(email, THEIRS), register(email, MINE)]);
      expect(await isContested(email)).toBe(1);
      expect((await verify((await linksTo(email))[0] ?? "")).body.message).toBe(
        ACCOUNT_TEXTS.verifiedContested,
      );
      for (const password of [THEIRS, MINE]) expect((await login(email, password)).status).toBe(401);
    }
  });

  test("a link from before a new password was set by mail opens nothing more", async () => {
    const email = await takenBeforehand();
    await register(email, MINE);
    await resetByMail(email, "sasa ni langu 3");
    for (const link of await linksTo(email)) expect((await verify(link)).body.token).toBeUndefined();
    expect((await login(email, THEIRS)).status).toBe(401);
    expect((await login(email, MINE)).status).toBe(401);
    expect((await login(email, "sasa ni langu 3")).status).toBe(200);
  });

  test("a resent link says that more than one password was tried", async () => {
    const email = freshEmail();
    await register(email, THEIRS);
    await register(email, MINE);
    await shop.post("/api/user/resend-verification", { email });
    expect((await mailsTo(email)).at(-1)?.text).toContain("None of them opens the account");
  });
});

describe("what does not make an account contested", () => {
  test("the same password again, at once or later, in either way to type an accent (NFC)", async () => {
    const email = freshEmail();
    const otherwise = "cafe\u0301 ya mtaa";
    await Promise.all(Array.from({ length: 8 }, () => register(email, "café ya mtaa")));
    await aMinutePasses();
    await register(email.toUpperCase(), otherwise);
    expect(await isContested(email)).toBe(0);
    expect((await verify((await linksTo(email))[0] ?? "")).body.message).toBe(ACCOUNT_TEXTS.verified);
    for (const typed of ["café ya mtaa", otherwise]) expect((await login(email, typed)).status).toBe(200);
  });

  test("an account hashed with a salt of its own, signed up again with the same password", async () => {
    const email = freshEmail();
    await register(email, MINE);
    const { passwords } = await import("../password/password.server.ts");
    const stored = await passwords({ memory: 64 }).hash(MINE);
    await shop.query("update users set password_hash = $1 where email = $2", [stored, email]);
    await shop.query(
      "update tried_passwords set password_hash = $1 where user_id = (select id from users where email = $2)",
      [stored, email],
    );
    await register(email, MINE);
    expect(await isContested(email)).toBe(0);
    expect((await login(email, MINE)).status).toBe(403);
    await register(email, THEIRS);
    expect(await isContested(email)).toBe(1);
  });

  test("a stranger's sign-up with a verified e-mail", async () => {
    const email = await member(shop);
    await register(email, THEIRS);
    expect(await isContested(email)).toBe(0);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });
});

describe("logging in with a password that was only tried at sign-up", () => {
  const NOT_YET = {
    status: 403,
    body: { success: false, message: ACCOUNT_TEXTS.verifyFirst, needsVerification: true },
  };

  test("is answered alike for a new and for a known e-mail, and opens nothing", async () => {
    const known = await member(shop);
    await forgetLimits(shop);
    for (const email of [freshEmail(), known]) {
      for (const password of [THEIRS, MINE]) await register(email, password);
      const before = await accountRows(shop);
      for (const password of [THEIRS, MINE]) expect(await login(email, password)).toMatchObject(NOT_YET);
      const { status, body } = await login(email, "never typed before");
      expect([status, body]).toEqual([401, { success: false, message: ACCOUNT_TEXTS.loginFailed }]);
      expect(await accountRows(shop)).toEqual(before);
    }
    // the owner is not kept waiting, and was told what happened
    expect((await login(known, PASSWORD)).status).toBe(200);
    expect((await mailsTo(known)).at(-1)?.text).toContain("the password typed this time");
  });

  test("frees no guesses at the owner's password", async () => {
    for (const email of [freshEmail(), await member(shop)]) {
      await register(email, THEIRS);
      const statuses: number[] = [];
      for (let guess = 0; guess < 6; guess++) {
        statuses.push((await login(email, `guess number ${guess}`)).status);
        await login(email, THEIRS);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    }
  });

  test("twenty are kept of each account, the newest, for 30 days", async () => {
    const known = await member(shop);
    const fresh = freshEmail();
    for (const email of [fresh, known]) {
      for (const i of [0, 1, 2]) {
        await register(email, `nenosiri namba ${i}`);
        await shop.query("update tried_passwords set tried_at = tried_at - interval '1 minute'");
      }
      // eighteen that nobody can type
      await shop.query(
        "insert into tried_passwords (user_id, password_hash) select id, n from users, generate_series(3, 20) as n where email = $1",
        [email],
      );
      await register(email, "nenosiri namba 21");
      const statuses = [];
      for (const i of [0, 1, 2, 21]) statuses.push((await login(email, `nenosiri namba ${i}`)).status);
      expect(statuses).toEqual([401, 401, 403, 403]);
      expect(await triedOn(email)).toBe(20);
    }
    await shop.query("update tried_passwords set tried_at = tried_at - interval '30 days'");
    const { sweepAccounts } = await import("../queries.server.ts");
    await sweepAccounts(shop.db);
    for (const email of [fresh, known]) expect((await login(email, "nenosiri namba 21")).status).toBe(401);
    expect((await login(known, PASSWORD)).status).toBe(200);
  });

  test("is over once the owner has verified the e-mail or set a password", async () => {
    const email = freshEmail();
    await register(email, MINE);
    await verify((await linksTo(email))[0] ?? "");
    await register(email, THEIRS);
    expect((await login(email, THEIRS)).status).toBe(403);
    await resetByMail(email, "sasa ni langu 3");
    expect((await login(email, THEIRS)).status).toBe(401);
    expect(await triedOn(email)).toBe(0);
  });
});
