import { sql } from "drizzle-orm";
import { afterAll, describe, expect, inject, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { layWire } from "../../../test/wire.ts";
import { connectDatabase, pipelined, transaction } from "./db.server.ts";

const shop = await openTestShop();
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
    connectionTimeoutMillis: 2_000,
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

describe("pipelined statements", () => {
  test("are sent without waiting for each other's answers", async () => {
    const wire = await layWire(inject("server"));
    const { host, port } = wire.server;
    const far = connectDatabase({ ...shop.connection, host, port }, { warn() {} });
    wire.cutAfter("the second");
    const working = transaction(far.db, (tx) =>
      pipelined([() => tx.execute(sql`select pg_sleep(4)`), () => tx.execute(sql`select 'the second'`)]),
    ).catch((error: unknown) => error);
    await expect.poll(() => wire.cuts()).toBe(1);
    expect(await working).toBeInstanceOf(Error);
    await far.close();
    wire.close();
  });

  test("are executed in their order, each with its own answer", async () => {
    const seen = await transaction(shop.database.db, (tx) => {
      const add = async (who: string) =>
        void (await tx.execute(sql`insert into turns (who) values (${who})`));
      return pipelined([
        // the statements of a function, or of a nested call, keep their place too
        () => tx.execute(sql`create temporary table turns (n serial, who text) on commit drop`),
        () => add("first"),
        () =>
          pipelined([() => tx.execute(sql`insert into turns (who) values ('second')`), () => add("third")]),
        () => tx.execute(sql`insert into turns (who) values ('fourth')`),
        () => tx.execute(sql`select who from turns order by n`),
      ]);
    });
    expect(seen[4].rows).toEqual(["first", "second", "third", "fourth"].map((who) => ({ who })));
  });

  test("are all rolled back when one fails, with its error and not that of those after it", async () => {
    await shop.query("create table left_over (n int)");
    const working = transaction(shop.database.db, (tx) => {
      const add = (n: number) => tx.execute(sql`insert into left_over values (${n}::int)`);
      // nested, so its error arrives later than that of the last
      return pipelined([() => add(1), () => pipelined([() => tx.execute(sql`select 1 / 0`)]), () => add(2)]);
    });
    await expect(working).rejects.toMatchObject({ cause: { code: "22012" } });
    expect(await shop.query("select n from left_over")).toEqual([]);
    await shop.query("drop table left_over");
  });
});
