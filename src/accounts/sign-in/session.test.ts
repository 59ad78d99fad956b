import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { PASSWORD, shopper } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { accountRows, count, forgetLimits, member } from "../../../test/support/account-rows.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

// one trusted proxy, so that a test can come from many addresses
const shop = await openTestShop({ TRUST_PROXY: "1" });
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const login = (email: string, password: string, address = "196.201.0.1") =>
  shop.post("/api/user/login", { email, password }, undefined, { "x-forwarded-for": address });

describe("the header token (specification §6)", () => {
  const calls = [
    "/api/user/profile",
    "/api/user/logout",
    "/api/user/update-profile",
    "/api/user/change-password",
    "/api/user/devices",
    "/api/user/end-device",
    "/api/user/end-other-devices",
    "/api/cart/get",
    "/api/order/userOrders",
    "/api/order/userorders",
  ];
  const body = { name: "X", currentPassword: PASSWORD, newPassword: "mpya kabisa 9" };

  test.each(calls)("A malformed token is 401, never 500: %s", async (path) => {
    const { token } = await shopper(shop);
    const expired = await shopper(shop);
    await shop.query(
      "update sessions set expires_at = now() where user_id = (select id from users where email = $1)",
      [expired.email],
    );
    const before = await accountRows(shop);
    const tokens: (string | string[] | undefined)[] = [
      undefined,
      "",
      "null",
      "undefined",
      "Bearer x",
      "[object Object]",
      "' or 1=1 --",
      "A".repeat(43),
      "A".repeat(8192),
      token.slice(0, 42),
      `${token}x`,
      token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
      expired.token,
      [token, token],
    ];
    for (const sent of tokens) {
      const answer = await shop.http.inject({
        method: "POST",
        url: path,
        payload: body,
        headers: {
          "content-type": "application/json",
          ...(sent === undefined ? {} : { token: sent as string }),
        },
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.json()).toEqual({ success: false, message: ACCOUNT_TEXTS.signedOut });
    }
    expect(await accountRows(shop)).toEqual(before);
  });

  test("Logging out ends that token in every process", async () => {
    const { token, email } = await shopper(shop);
    const other = String((await login(email, PASSWORD)).body.token);
    expect(await shop.post("/api/user/logout", undefined, token)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    for (const path of calls) expect((await shop.post(path, body, token)).status).toBe(401);
    expect((await shop.post("/api/user/profile", {}, other)).status).toBe(200);
  });

  test("An expired sign-in is none, and its row is deleted", async () => {
    const { token } = await shopper(shop);
    const stays = await shopper(shop);
    const { hashSecret } = await import("../../platform/id.server.ts");
    await shop.query("update sessions set expires_at = now() - interval '1 second' where token_hash = $1", [
      hashSecret(token),
    ]);
    await shop.query(
      "update mail_links set expires_at = now() - interval '25 hours' where user_id = (select id from users where email = $1)",
      [stays.email],
    );
    expect((await shop.post("/api/user/profile", {}, token)).status).toBe(401);
    const { sweepAccounts } = await import("../queries.server.ts");
    await Promise.all([sweepAccounts(shop.db), sweepAccounts(shop.db)]);
    expect(await count(shop, "sessions where expires_at <= now()")).toBe(0);
    expect(await count(shop, "mail_links where expires_at < now() - interval '1 day'")).toBe(0);
    expect((await shop.post("/api/user/profile", {}, stays.token)).status).toBe(200);
  });

  test("the profile holds four fields, the log-in a token, and neither may be stored", async () => {
    const { email } = await shopper(shop);
    const answer = await login(email, PASSWORD);
    expect(Object.keys(answer.body).sort()).toEqual(["message", "success", "token"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const profile = await shop.post("/api/user/profile", {}, String(answer.body.token));
    expect(profile.body.user).toEqual({
      name: "Wanjiku Otieno",
      email,
      isVerified: true,
      joinedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(profile.headers["cache-control"]).toBe("no-store");
  });
});

describe("POST /api/user/update-profile", () => {
  test("changes the own name and nothing else, whatever rides along", async () => {
    const { token, email } = await shopper(shop);
    const other = await member(shop);
    const before = await shop.query("select * from users where email <> $1 order by id", [email]);
    const answer = await shop.post(
      "/api/user/update-profile",
      { name: "  Wanjiku wa Mtaa ", email: other, isVerified: false, passwordHash: "x", id: "x" },
      token,
    );
    expect(answer).toMatchObject({ status: 200, body: { user: { name: "Wanjiku wa Mtaa", email } } });
    expect(await shop.query("select * from users where email <> $1 order by id", [email])).toEqual(before);
    for (const name of ["", "  ", "x".repeat(101), "a\0b", "a\r\nb", 7, undefined])
      expect((await shop.post("/api/user/update-profile", { name }, token)).status).toBe(400);
    expect(await count(shop, "users where email = $1 and name = 'Wanjiku wa Mtaa'", [email])).toBe(1);
  });
});
