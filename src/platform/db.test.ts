import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import { together, transaction } from "./db.server.ts";

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

test("statements begun together are worked on in their order, each with its own answer", async () => {
  const seen = await transaction(shop.database.db, (tx) =>
    together([
      tx.execute(sql`create temporary table turns (n serial, who text) on commit drop`),
      tx.execute(sql`insert into turns (who) values ('first')`),
      tx.execute(sql`insert into turns (who) values ('second')`),
      tx.execute(sql`select n, who from turns order by n`),
    ]),
  );
  expect(seen[3].rows).toEqual([
    { n: 1, who: "first" },
    { n: 2, who: "second" },
  ]);
});

test("of statements begun together the refused one says why, not those behind it, and none of them stays", async () => {
  const deep = async () => {
    await transaction(shop.database.db, (tx) =>
      together([
        tx.execute(sql`create table left_over (n int)`),
        // its refusal comes a few turns later than that of the next
        together([together([tx.execute(sql`select 1 / 0`)])]),
        tx.execute(sql`insert into left_over values (1)`),
      ]),
    );
  };
  await expect(deep()).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await shop.query("select to_regclass('left_over') as found")).toEqual([{ found: null }]);
});
