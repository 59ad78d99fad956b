import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../test/shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("the limits are set on every connection", async () => {
  const { rows } = await shop.database.pool.query(
    "select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by 1",
  );
  expect(rows).toEqual([
    { name: "idle_in_transaction_session_timeout", setting: "10000" },
    { name: "lock_timeout", setting: "2000" },
    { name: "statement_timeout", setting: "5000" },
  ]);
  expect(shop.database.pool.options).toMatchObject({
    connectionTimeoutMillis: 5_000,
    query_timeout: 6_000,
    max: 12,
  });
});

test("a pool that is closed says 503 too", async () => {
  const closed = await shop.second();
  await closed.database.close();
  expect(await closed.post("/api/cart/get", {}, "x".repeat(43))).toMatchObject({
    status: 503,
    body: { success: false, message: "The shop is very busy. Please try again in a moment." },
    headers: { "retry-after": "2", "cache-control": "no-store" },
  });
  await closed.http.close();
});
