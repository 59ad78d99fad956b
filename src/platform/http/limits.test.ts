import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { createHttp } from "./http.server.ts";
import { addressKey, limitsIn, sweepLimits } from "./limits.server.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

const ofProcess = async () => limitsIn(shop.database.pool, await createHttp(shop.config, shop.log));

test("several processes share one count, also at once", async () => {
  const [one, other] = [await ofProcess(), await ofProcess()];
  const limit = { name: "test-share", times: 3, seconds: 60 };
  const waits = await Promise.all(
    Array.from({ length: 10 }, (_, i) => (i % 2 ? one : other).take(limit, "someone@example.com")),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  // whole seconds of the minute that is left, some of which a slow machine has used up
  for (const wait of waits.filter((each) => each > 0)) expect(wait).toBeOneOf([60, 59, 58, 57, 56, 55]);
  expect(await one.take(limit, "another@example.com")).toBe(0);
});

test("a refusal names the wait in words and in seconds", async () => {
  const limits = await ofProcess();
  const limit = { name: "test-words", times: 0, seconds: 600 };
  await expect(limits.demand(limit, "x")).rejects.toMatchObject({
    status: 429,
    message: "Too many attempts. Please try again in 10 minutes.",
    seconds: expect.closeTo(600, -1),
  });
});

test("the sweep drops counts that ended an hour ago", async () => {
  const limits = await ofProcess();
  await limits.take({ name: "test-sweep", times: 1, seconds: 60 }, "old");
  await shop.query("update rate_limits set expire = $1 where key like 'test-sweep%'", [
    Date.now() - 3_700_000,
  ]);
  await limits.take({ name: "test-sweep", times: 1, seconds: 60 }, "new");
  await sweepLimits(shop.db);
  expect(await shop.query("select 1 from rate_limits where key like 'test-sweep%'")).toHaveLength(1);
});

test.each([
  ["196.201.1.2", "196.201.1.2"],
  ["::ffff:196.201.1.2", "196.201.1.2"],
  ["2c0f:fe38:2405:1:aaaa:bbbb:cccc:dddd", "2c0f:fe38:2405:1"],
  ["2c0f:fe38::1", "2c0f:fe38:0:0"],
  ["::1", "0:0:0:0"],
])("the address %s counts as %s", (ip, key) => expect(addressKey(ip)).toBe(key));
