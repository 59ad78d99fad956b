import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mailedToken, PASSWORD } from "../../../test/people.ts";
import { impatiently, openTestShop } from "../../../test/shop.ts";
import { accountRows, forgetLimits, freshEmail, member } from "../../../test/support/account-rows.ts";
import { passwords } from "../password/password.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

// one trusted proxy, so that a test can come from many addresses
const shop = await openTestShop({ TRUST_PROXY: "1" });
// a crowd may wait for connections as long as it takes on this machine; for locks nobody does
shop.database.pool.options.connectionTimeoutMillis = 60_000;
beforeEach(() => forgetLimits(shop));
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => shop.close());

const login = (email: string, password: string, address = "196.201.0.1") =>
  shop.post("/api/user/login", { email, password }, undefined, { "x-forwarded-for": address });
const pausesEnd = () => shop.query("update rate_limits set expire = 0 where key like 'guess-pause%'");
const addressPauseEnds = () =>
  shop.query("update rate_limits set expire = 0 where key like 'login-address-pause%'");
/** The pauses, which begin before a password is hashed, do not end while that takes long. */
const stopClock = () => vi.useFakeTimers({ toFake: ["Date"] });
const repeat = async <T>(times: number, work: (i: number) => Promise<T>) => {
  const results: T[] = [];
  for (let i = 0; i < times; i++) results.push(await work(i));
  return results;
};

describe("POST /api/user/login (specification §4, §7)", () => {
  test("A sign-in lasts 30 days", async () => {
    const email = await member(shop);
    const first = await login(email, PASSWORD);
    const second = await login(email.toUpperCase(), PASSWORD);
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, token: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(second.body.token).not.toBe(first.body.token);
    const rows = await shop.query<{ token_hash: string; days: number }>(
      "select token_hash, round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where user_id = (select id from users where email = $1)",
      [email],
    );
    expect(rows.map((row) => row.days)).toEqual([30, 30]);
    expect(JSON.stringify(rows)).not.toContain(String(first.body.token));
  });

  test("A log-in under way when the password is changed begins no session", async () => {
    const email = await member(shop);
    const waiting = async () =>
      (
        await shop.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).length;
    const holder = await shop.looking.connect();
    try {
      await holder.query("begin");
      await holder.query("update users set password_hash = 'another' where email = $1", [email]);
      const answer = login(email, PASSWORD);
      await expect.poll(waiting).toBe(1);
      await holder.query("commit");
      expect(await answer).toMatchObject({ status: 401, body: { message: ACCOUNT_TEXTS.loginFailed } });
    } finally {
      holder.release(true);
    }
    const begun = "select from sessions where user_id = (select id from users where email = $1)";
    expect(await shop.query(begun, [email])).toEqual([]);
  });

  test("Guessing slows down, whether the account exists or not", async () => {
    const known = await member(shop);
    stopClock();
    for (const email of [known, freshEmail()]) {
      const wrong = await repeat(5, () => login(email, "not the password"));
      expect(wrong.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
      const paused = await login(email, PASSWORD);
      expect(paused.status).toBe(429);
      expect(paused.body.success).toBe(false);
      expect(paused.body.message).toMatch(/^Too many attempts\. Please try again in \d seconds\.$/);
      const waits = [Number(paused.headers["retry-after"])];
      for (let more = 0; more < 3; more++) {
        await pausesEnd();
        expect((await login(email, "not the password")).status).toBe(401);
        waits.push(Number((await login(email, "not the password")).headers["retry-after"]));
      }
      for (const [i, full] of [5, 10, 20, 40].entries()) {
        expect(waits[i]).toBeLessThanOrEqual(full);
        expect(waits[i]).toBeGreaterThan(full * 0.5);
      }
    }
    // the pause is not for ever, and success resets
    await pausesEnd();
    expect((await login(known, PASSWORD)).status).toBe(200);
    const again = await repeat(4, () => login(known, "not the password"));
    expect(again.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
    expect((await login(known, PASSWORD)).status).toBe(200);
  });

  test("the pause never exceeds 15 minutes", async () => {
    const email = await member(shop);
    stopClock();
    await repeat(5, () => login(email, "not the password"));
    await shop.query("update rate_limits set points = 100000 where key like 'guesses%'");
    await pausesEnd();
    await login(email, "not the password");
    const wait = Number((await login(email, PASSWORD)).headers["retry-after"]);
    expect(wait).toBeLessThanOrEqual(900);
    expect(wait).toBeGreaterThan(890);
  });

  test("forty at once get no more guesses than five", async () => {
    const email = await member(shop);
    stopClock();
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, "not the password")));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(35);
  });

  test("Many network addresses guessing at one account are slowed; its owner is not", async () => {
    const email = await member(shop);
    const home = "196.201.7.7";
    expect((await login(email, PASSWORD, home)).status).toBe(200);
    const attack = await repeat(9, (i) => login(email, "not the password", `203.0.113.${i}`));
    expect(attack.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
    expect((await login(email, PASSWORD, home)).status).toBe(200);
    // nor at the same place on a new phone, once the mailbox is proven
    await shop.post("/api/user/forgot-password", { email });
    const token = await mailedToken(shop, email);
    const elsewhere = { "x-forwarded-for": "41.90.1.1" };
    await repeat(6, () => login(email, "not the password", "203.0.113.99"));
    await shop.post("/api/user/reset-password", { token, password: "mpya kabisa 9" }, undefined, elsewhere);
    await repeat(6, () => login(email, "not the password", "203.0.113.99"));
    expect((await login(email, "mpya kabisa 9", "41.90.1.1")).status).toBe(200);
  });

  test("An address that guesses at many accounts waits longer; people at home there do not", async () => {
    const email = await member(shop);
    const address = "203.0.113.5";
    expect((await login(email, PASSWORD, address)).status).toBe(200);
    await login(freshEmail(), "not the password", address);
    await shop.query("update rate_limits set points = 49 where key like 'login-address:%'");
    // log-ins that succeed do not count
    expect((await login(email, PASSWORD, address)).status).toBe(200);
    const newcomer = await member(shop);
    await shop.query("update rate_limits set points = 49 where key like 'login-address:%'");
    const waits: number[] = [];
    stopClock();
    for (let more = 0; more < 6; more++) {
      expect((await login(freshEmail(), "not the password", address)).status).toBe(401);
      const refused = await login(freshEmail(), "not the password", address);
      expect(refused).toMatchObject({ status: 429, body: { success: false } });
      waits.push(Number(refused.headers["retry-after"]));
      if (more < 5) await addressPauseEnds();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30]);
    // whoever has logged in from here before goes on, right or wrong; elsewhere nobody notices
    expect((await login(email, "not the password", address)).status).toBe(401);
    expect((await login(email, PASSWORD, address)).status).toBe(200);
    expect((await login(newcomer, PASSWORD, "203.0.113.6")).status).toBe(200);
    // the right password of a newcomer here waits half a minute at most
    expect((await login(newcomer, PASSWORD, address)).status).toBe(429);
    await addressPauseEnds();
    expect((await login(newcomer, PASSWORD, address)).status).toBe(200);
  });

  test("no e-mail and no address stands in the table of limits", async () => {
    const email = await member(shop);
    await login(email, "not the password");
    const keys = JSON.stringify(await shop.query("select key from rate_limits"));
    expect(keys).toContain("guesses:");
    expect(keys).not.toContain(email);
    expect(keys).not.toContain("196.201");
  });

  test("Nothing passes while limits cannot be counted", async () => {
    const email = await member(shop);
    const before = await accountRows(shop);
    const holder = await shop.looking.connect();
    await holder.query("begin; lock table rate_limits in access exclusive mode");
    const answer = await impatiently(shop, () => login(email, PASSWORD));
    await holder.query("rollback");
    holder.release();
    expect(answer).toMatchObject({ status: 503, body: { success: false } });
    expect(answer.headers["retry-after"]).toBeDefined();
    expect(await accountRows(shop)).toEqual(before);
  });
});

describe("a flood of hashing", () => {
  test("Log-ins are hashed two at a time, fifty wait, the rest retry", async () => {
    const { matches } = passwords({ memory: 64 });
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => matches(undefined, "x")));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(8);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 });
    // and the queue is empty again
    expect(await matches(undefined, "x")).toBe(false);
  });
});
