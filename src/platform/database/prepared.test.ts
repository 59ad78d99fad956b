import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { compiled } from "./compiled.server.ts";
import { connectDatabase, pipelined, transaction } from "./db.server.ts";

let database: ReturnType<typeof connectDatabase>;
const shop = await openTestShop();
await shop.query("create table prepared_things (id int primary key, name text not null)");
beforeEach(async () => {
  await shop.query("truncate prepared_things");
  await shop.query("insert into prepared_things values (1, 'first'), (2, 'second')");
  // one connection, so that it is known what it has prepared
  database = connectDatabase({ ...shop.connection, max: 1 }, { warn() {} });
  return () => database.close();
});
afterAll(async () => {
  await shop.query("drop table prepared_things");
  await shop.close();
});

const FIND = compiled<{ id: number }>(
  ({ id }) => sql`select * from prepared_things where id = ${id}::int order by id`,
);
const readAlone = async (id: number) => (await database.db.execute(FIND({ id }))).rows;
const readWithin = (id: number) =>
  transaction(database.db, async (tx) => (await pipelined([() => tx.execute(FIND({ id }))]))[0].rows);
const prepared = async () =>
  (
    await database.pool.query<{ statement: string }>(
      "select statement from pg_prepared_statements where statement like 'select * from prepared_things%'",
    )
  ).rows.map(({ statement }) => statement);

/** So often that the server keeps its plan. */
async function often(read: (id: number) => Promise<unknown>) {
  for (let times = 0; times < 10; times += 1) await read(1 + (times % 2));
}

describe.each([
  ["alone", readAlone],
  ["within a transaction", readWithin],
])("a compiled statement, %s", (_where, read) => {
  test("is prepared once, and gives what it gave", async () => {
    await often(read);
    expect(await prepared()).toEqual(["select * from prepared_things where id = $1::int order by id"]);
    expect(await read(2)).toEqual([{ id: 2, name: "second" }]);
  });

  test("outlives a change of its table", async () => {
    await often(read);
    await shop.query("alter table prepared_things add colour text default 'red'");
    expect(await read(2)).toEqual([{ id: 2, name: "second", colour: "red" }]);
    await shop.query("alter table prepared_things drop colour");
    expect(await read(1)).toEqual([{ id: 1, name: "first" }]);
    expect(await readAlone(2)).toEqual(await readWithin(2));
  });
});

test("what a transaction wrote before its plan was outdated is written once", async () => {
  await often(readWithin);
  await shop.query("alter table prepared_things add colour text");
  await transaction(database.db, async (tx) => {
    await tx.execute(sql`insert into prepared_things values (3, 'third')`);
    await tx.execute(FIND({ id: 3 }));
  });
  expect(await shop.query("select id from prepared_things where id > 2")).toEqual([{ id: 3 }]);
  await shop.query("alter table prepared_things drop colour");
});

test("a value that cannot be sent fails its statement, and nothing of the transaction stays", async () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  await expect(
    transaction(database.db, (tx) =>
      pipelined([
        () => tx.execute(sql`insert into prepared_things values (4, 'fourth')`),
        () => tx.execute(sql`select ${circular}::jsonb`),
        () => tx.execute(sql`insert into prepared_things values (5, 'fifth')`),
      ]),
    ),
  ).rejects.toMatchObject({ cause: expect.any(TypeError) });
  expect(await shop.query("select id from prepared_things where id > 3")).toEqual([]);
  expect(await readWithin(1)).toEqual([{ id: 1, name: "first" }]);
});
