import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mailedToken, PASSWORD } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import { accountRows, count, forgetLimits, freshEmail, member } from "../../../test/support/account-rows.ts";
import { newSecret } from "../../platform/id.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { nameDevice } from "./device-name.ts";

// one trusted proxy, so that a test can come from many addresses
const shop = await openTestShop({ TRUST_PROXY: "1" });
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => shop.close());

const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

type From = { address?: string; agent?: string; device?: string | undefined };
const login = (
  email: string,
  password: string,
  { address = "196.201.0.1", agent = PHONE, device }: From = {},
) =>
  shop.post("/api/user/login", { email, password, device }, undefined, {
    "x-forwarded-for": address,
    "user-agent": agent,
  });
const signIn = async (email: string, from?: From) => String((await login(email, PASSWORD, from)).body.token);
type Device = { id: string; name: string; since: string; lastSeen: string; isThis: boolean };
const list = async (token: string) =>
  (await shop.post("/api/user/devices", {}, token)).body.devices as Device[];
const isSignedIn = async (token: string) => (await shop.post("/api/user/profile", {}, token)).status === 200;

describe("POST /api/user/devices", () => {
  test("lists where the account is signed in, this device first, in words, and nobody else's", async () => {
    const email = await member(shop);
    const laptop = await signIn(email, { agent: LAPTOP });
    const phone = await signIn(email);
    await signIn(await member(shop));
    const before = Date.now();
    const found = await list(phone);
    const device = { id: expect.any(String), since: expect.any(String), lastSeen: expect.any(String) };
    expect(found).toEqual([
      { ...device, name: "Chrome on an Android phone", isThis: true },
      { ...device, name: "Firefox on a Windows computer", isThis: false },
    ]);
    for (const { since, lastSeen } of found) {
      expect(Math.abs(Date.parse(since) - before)).toBeLessThan(60_000);
      expect(lastSeen).toBe(since);
    }
    expect((await list(laptop)).map(({ name, isThis }) => [name, isThis])).toEqual([
      ["Firefox on a Windows computer", true],
      ["Chrome on an Android phone", false],
    ]);
    // a session that has run out is none
    await shop.query("update sessions set expires_at = now() where device like 'Firefox%'");
    expect(await list(phone)).toHaveLength(1);
  });

  test("last seen is written once an hour", async () => {
    const token = await signIn(await member(shop));
    const seen = async () => {
      const [own] = await list(token);
      return Date.now() - Date.parse(own?.lastSeen ?? "");
    };
    await shop.query("update sessions set seen_at = now() - interval '59 minutes'");
    await isSignedIn(token);
    expect(await seen()).toBeGreaterThan(58 * 60_000);
    await shop.query("update sessions set seen_at = now() - interval '61 minutes'");
    await isSignedIn(token);
    expect(await seen()).toBeLessThan(60_000);
  });
});

describe("signing devices out", () => {
  test("one by one, or all but this; another account's stay", async () => {
    const email = await member(shop);
    const [here, there, third] = [
      await signIn(email),
      await signIn(email, { agent: LAPTOP }),
      await signIn(email),
    ];
    const stranger = await signIn(await member(shop));
    const [theirs] = await list(stranger);
    const before = await accountRows(shop);
    for (const id of [theirs?.id, "nobody's"])
      expect(await shop.post("/api/user/end-device", { id }, here)).toMatchObject({
        status: 404,
        body: { success: false, message: ACCOUNT_TEXTS.deviceUnknown },
      });
    expect(await accountRows(shop)).toEqual(before);
    const other = (await list(here)).find(({ name }) => name.startsWith("Firefox"));
    expect(await shop.post("/api/user/end-device", { id: other?.id }, here)).toMatchObject({
      status: 200,
      body: { message: ACCOUNT_TEXTS.deviceEnded },
    });
    expect(await Promise.all([here, there, third].map(isSignedIn))).toEqual([true, false, true]);
    expect(await shop.post("/api/user/end-other-devices", undefined, here)).toMatchObject({
      status: 200,
      body: { message: ACCOUNT_TEXTS.othersEnded },
    });
    expect(await Promise.all([here, third, stranger].map(isSignedIn))).toEqual([true, false, true]);
    expect(await list(here)).toHaveLength(1);
  });
});

describe("a device that has logged in before", () => {
  const known = (email: string) =>
    count(shop, "devices where user_id = (select id from users where email = $1)", [email]);
  const wrongTries = async (email: string, times: number, from: From) => {
    const statuses = [];
    for (let i = 0; i < times; i++) statuses.push((await login(email, "not the password", from)).status);
    return statuses;
  };

  test("Strangers' guesses do not stop a known device", async () => {
    const email = await member(shop);
    const device = newSecret();
    const token = await signIn(email, { device });
    await shop.post("/api/user/logout", undefined, token);
    expect(await wrongTries(email, 6, {})).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await wrongTries(email, 6, { address: "203.0.113.9" })).toEqual([401, 401, 401, 401, 401, 429]);
    // another device of the owner's waits, this one does not
    expect((await login(email, PASSWORD)).status).toBe(429);
    expect((await login(email, PASSWORD, { device: newSecret() })).status).toBe(429);
    expect((await login(email, PASSWORD, { device })).status).toBe(200);
    expect((await login(email, PASSWORD, { device, address: "41.90.3.3" })).status).toBe(200);
    // and its own guesses are counted
    expect(await wrongTries(email, 6, { device })).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test("is known after the link of a sign-up too, and only to its own account", async () => {
    const email = freshEmail();
    const device = newSecret();
    await shop.post("/api/user/register", { name: "Wanjiku", email, password: PASSWORD });
    await shop.post("/api/user/verify-email", { token: await mailedToken(shop, email), device });
    const other = await member(shop);
    await wrongTries(email, 5, { address: "203.0.113.10" });
    await wrongTries(other, 5, { address: "203.0.113.10" });
    expect((await login(email, PASSWORD, { device, address: "41.90.3.4" })).status).toBe(200);
    expect((await login(other, PASSWORD, { device, address: "41.90.3.4" })).status).toBe(429);
  });

  test("wrong log-ins from one address, many at once and for many accounts, wait like one after the other", async () => {
    const address = "203.0.113.12";
    await login(freshEmail(), "not the password", { address });
    await shop.query("update rate_limits set points = 49 where key like 'login-address:%'");
    // the first of them has the others wait for a second, in which on a busy machine not all have come
    vi.useFakeTimers({ toFake: ["Date"] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => login(freshEmail(), "not the password", { address })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([401, ...Array(7).fill(429)]);
  });

  test("is not slowed by what its address does to other accounts", async () => {
    const email = await member(shop);
    const device = newSecret();
    await signIn(email, { device, address: "41.90.3.5" });
    const address = "203.0.113.11";
    await login(freshEmail(), "not the password", { address });
    await shop.query("update rate_limits set points = 60 where key like 'login-address:%'");
    await login(freshEmail(), "not the password", { address });
    expect((await login(freshEmail(), "not the password", { address })).status).toBe(429);
    expect((await login(email, PASSWORD, { device, address })).status).toBe(200);
  });

  test("is a stranger's again once signed out from elsewhere, or once the password is another", async () => {
    const email = await member(shop);
    const [mine, lost] = [newSecret(), newSecret()];
    const here = await signIn(email, { device: mine });
    await signIn(email, { device: lost });
    expect(await known(email)).toBe(2);
    await shop.post("/api/user/end-other-devices", undefined, here);
    expect(await known(email)).toBe(1);
    await signIn(email, { device: lost });
    const gone = (await list(here)).find(({ isThis }) => !isThis);
    await shop.post("/api/user/end-device", { id: gone?.id }, here);
    expect(await known(email)).toBe(1);
    await signIn(email, { device: lost });
    const change = { currentPassword: PASSWORD, newPassword: "mpya kabisa 9", device: mine };
    expect((await shop.post("/api/user/change-password", change, here)).status).toBe(200);
    expect(await known(email)).toBe(1);
    await shop.post("/api/user/forgot-password", { email });
    const token = await mailedToken(shop, email);
    await shop.post("/api/user/reset-password", { token, password: "tena mpya 10" });
    expect(await known(email)).toBe(0);
  });

  test("keeps its secret to itself, and whatever is no such secret is none", async () => {
    const email = await member(shop);
    const device = newSecret();
    await signIn(email, { device });
    expect(JSON.stringify(await accountRows(shop))).not.toContain(device);
    expect(JSON.stringify(await shop.query("select * from devices"))).not.toContain(device);
    for (const odd of ["", "x", 7, null, {}, "A".repeat(44)])
      expect((await login(email, PASSWORD, { device: odd as string })).status).toBe(200);
    expect(await known(email)).toBe(1);
    await shop.query("update devices set used_at = used_at - interval '181 days'");
    const { sweepAccounts } = await import("../queries.server.ts");
    await sweepAccounts(shop.db);
    expect(await count(shop, "devices")).toBe(0);
  });
});

test.each([
  [PHONE, "Chrome on an Android phone"],
  [LAPTOP, "Firefox on a Windows computer"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on an iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
    "Chrome on an iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    "Safari on a Mac",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on an Android phone",
  ],
  [
    "Opera/9.80 (Android; Opera Mini/36.2/191.297; U; en) Presto/2.12.423 Version/12.16",
    "Opera on an Android phone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Edge on a Windows computer",
  ],
  [
    "Mozilla/5.0 (Linux; Android 12; Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Chrome on an Android tablet",
  ],
  ["Mozilla/5.0 (Mobile; rv:48.0; KAIOS/2.5) Gecko/48.0 Firefox/48.0", "Firefox on a KaiOS phone"],
  ["curl/8.5", "An unknown device"],
  [undefined, "An unknown device"],
])("%j is %s", (agent, name) => expect(nameDevice(agent)).toBe(name));
