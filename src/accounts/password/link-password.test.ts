import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { mailedToken } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import { accountRows, count, forgetLimits, freshEmail } from "../../../test/support/account-rows.ts";
import { newSecret } from "../../platform/id.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

/** Verification asked for a password: a link proves the mailbox, and never a password somebody else may have set. */

const TYPED = "jina la mgeni 1";
const CHOSEN = "sasa ni langu 3";

const shop = await openTestShop();
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const login = (email: string, password: string) => shop.post("/api/user/login", { email, password });
const verify = (body: object, signedIn?: string) => shop.post("/api/user/verify-email", body, signedIn);
const whose = (token: string) => shop.post("/api/user/verification-owner", { token });
const nameOf = async (token: unknown) =>
  (await shop.post("/api/user/profile", {}, String(token))).body.user as { email: string };
const usersOf = (email: string) => count(shop, "users where email = $1 and verified_at is not null", [email]);
const linksLeft = (email: string) =>
  count(
    shop,
    "mail_links join users on users.id = user_id where email = $1 and used_at is null and purpose = 'verify'",
    [email],
  );

/** An e-mail that somebody has signed up, and the link in its mailbox. */
async function signedUp(...passwords: string[]): Promise<{ email: string; token: string }> {
  const email = freshEmail();
  for (const password of passwords.length > 0 ? passwords : [TYPED])
    await shop.post("/api/user/register", { name: "A Stranger", email, password });
  return { email, token: await mailedToken(shop, email) };
}

describe("with the password of the sign-up", () => {
  test("the right one verifies, signs in, and goes on opening the account", async () => {
    const { email, token } = await signedUp();
    expect((await whose(token)).body).toEqual({
      success: true,
      message: ACCOUNT_TEXTS.linkFound,
      email,
      contested: false,
    });
    const verified = await verify({ token, password: TYPED });
    expect(verified).toMatchObject({ status: 200, body: { success: true, message: ACCOUNT_TEXTS.verified } });
    expect(await nameOf(verified.body.token)).toMatchObject({ email });
    expect((await login(email, TYPED)).status).toBe(200);
  });

  test("another one is refused, nothing is verified, and the link stays good", async () => {
    const { email, token } = await signedUp();
    const before = await accountRows(shop);
    for (const password of [CHOSEN, ""])
      expect(await verify({ token, password })).toMatchObject({
        status: 400,
        body: { success: false, message: ACCOUNT_TEXTS.passwordNotSignedUp },
      });
    expect(await accountRows(shop)).toEqual(before);
    expect((await verify({ token, password: TYPED })).body.message).toBe(ACCOUNT_TEXTS.verified);
    expect(await usersOf(email)).toBe(1);
  });

  test("wrong ones wait like guesses, and those of strangers at the log-in are not among them", async () => {
    const { email, token } = await signedUp();
    for (let guess = 0; guess < 6; guess++) await login(email, `guess number ${guess}`);
    expect((await login(email, TYPED)).status).toBe(429);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++)
      statuses.push((await verify({ token, password: `guess number ${guess}` })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    // who waits may choose a new one meanwhile
    expect((await verify({ token, newPassword: CHOSEN })).status).toBe(200);
  });

  test("of an account signed up with several, it opens nothing", async () => {
    const { email, token } = await signedUp(TYPED, CHOSEN);
    expect((await whose(token)).body).toMatchObject({ email, contested: true });
    expect((await verify({ token, password: TYPED })).body.message).toBe(ACCOUNT_TEXTS.verifiedContested);
    expect((await login(email, TYPED)).status).toBe(401);
  });
});

describe("with a new password", () => {
  test.each([
    ["once", [TYPED]],
    ["with several", [TYPED, "neno la mwingine 2"]],
  ])("an e-mail a stranger signed up %s is its owner's at once", async (_times, typed) => {
    const { email, token } = await signedUp(...typed);
    const verified = await verify({ token, newPassword: CHOSEN });
    expect(verified).toMatchObject({ status: 200, body: { success: true, message: ACCOUNT_TEXTS.verified } });
    expect(await nameOf(verified.body.token)).toMatchObject({ email });
    for (const password of [...typed, ""])
      expect((await login(email, password)).body.token, password).toBeUndefined();
    expect((await login(email, CHOSEN)).status).toBe(200);
    expect(await usersOf(email)).toBe(1);
    expect(await linksLeft(email)).toBe(0);
    const tried = "tried_passwords join users on users.id = user_id where email = $1";
    expect(await count(shop, tried, [email])).toBe(0);
    expect(await count(shop, "outbox where recipient = $1 and event like 'password:%'", [email])).toBe(1);
    // the same link sets no second one, and says so
    const later = await verify({ token, newPassword: "na ya tatu sasa 4" });
    expect(later).toMatchObject({
      status: 400,
      body: { success: false, message: ACCOUNT_TEXTS.passwordNotTaken },
    });
    expect(later.body.token).toBeUndefined();
    expect((await login(email, "na ya tatu sasa 4")).body.token).toBeUndefined();
    expect((await login(email, CHOSEN)).status).toBe(200);
  });

  test("a link used meanwhile changes no password, and says so", async () => {
    const { email, token } = await signedUp();
    expect((await verify({ token, password: TYPED })).status).toBe(200);
    const before = await accountRows(shop);
    expect(await verify({ token, newPassword: CHOSEN })).toMatchObject({
      status: 400,
      body: { success: false, message: ACCOUNT_TEXTS.passwordNotTaken },
    });
    expect(await accountRows(shop)).toEqual(before);
    // without a choice nothing was lost
    for (const more of [{}, { password: TYPED }])
      expect(await verify({ token, ...more })).toMatchObject({
        status: 200,
        body: { message: ACCOUNT_TEXTS.verifiedBefore },
      });
    expect((await login(email, TYPED)).status).toBe(200);
  });

  test("one that cannot be taken is refused, and the link stays good", async () => {
    const { email, token } = await signedUp();
    const before = await accountRows(shop);
    for (const [newPassword, message] of [
      ["short", ACCOUNT_TEXTS.passwordTooShort],
      ["password1", ACCOUNT_TEXTS.passwordTooCommon],
      [email, ACCOUNT_TEXTS.passwordIsOurs],
      ["x".repeat(257), expect.any(String)],
      [7, expect.any(String)],
    ])
      expect(await verify({ token, newPassword })).toMatchObject({ status: 400, body: { message } });
    expect(await accountRows(shop)).toEqual(before);
    expect((await verify({ token, newPassword: CHOSEN })).status).toBe(200);
  });

  test("without a good link none is set", async () => {
    const { email, token } = await signedUp();
    await shop.query(
      "update mail_links set expires_at = now() where user_id = (select id from users where email = $1)",
      [email],
    );
    const before = await accountRows(shop);
    for (const wrong of [token, newSecret(), "", undefined])
      for (const more of [{ newPassword: CHOSEN }, { password: TYPED }])
        expect(await verify({ token: wrong, ...more })).toMatchObject({
          status: 400,
          body: { success: false, message: ACCOUNT_TEXTS.linkExpired },
        });
    expect(await accountRows(shop)).toEqual(before);
  });

  test("twenty at once set one and begin one session", async () => {
    const { email, token } = await signedUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => verify({ token, newPassword: `${CHOSEN} ${i}` })),
    );
    const won = answers.flatMap(({ body }, i) => (body.token ? [i] : []));
    expect(won).toHaveLength(1);
    const lost = answers.filter((_, i) => i !== won[0]);
    expect(lost.map(({ status, body }) => [status, body.message])).toEqual(
      Array(19).fill([400, ACCOUNT_TEXTS.passwordNotTaken]),
    );
    expect((await login(email, `${CHOSEN} ${won[0]}`)).status).toBe(200);
  });
});
