import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type BatchedStatement, StatementBatch } from "./statement-batch.server.ts";

let shop: TestShop;
let client: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.query("create table batched (id int primary key)");
});
beforeEach(async () => {
  await shop.query("truncate batched");
  client = new pg.Client({ ...shop.connection, pipeline: true });
  client.on("error", () => {});
  await client.connect();
});
afterEach(() => client.end());
afterAll(() => shop.close());

/** What each statement of a batch is told: its rows, or the code (or name) of its error. */
function sendTogether(...asked: pg.QueryConfig[]): Promise<unknown[]> {
  const statements: BatchedStatement[] = [];
  const answers = asked.map(
    ({ values = [], ...config }) =>
      new Promise((resolve) => {
        const done: BatchedStatement["done"] = (error, answer) =>
          resolve(error ? ((error as pg.DatabaseError).code ?? error.name) : answer.rows);
        statements.push({ config: { ...config, values }, done });
      }),
  );
  client.query(new StatementBatch(statements));
  return Promise.all(answers);
}

test("what the batch uses of pg is there", () => {
  const query = new pg.Query("select 1") as unknown as Record<string, unknown>;
  const { connection } = client as unknown as { connection: Record<string, unknown> };
  const answers = "RowDescription DataRow CommandComplete EmptyQuery Error ReadyForQuery".split(" ");
  for (const method of ["prepare", ...answers.map((answer) => `handle${answer}`)])
    expect(query[method], method).toBeInstanceOf(Function);
  for (const method of ["_send", "bind", "sync", "close"])
    expect(connection[method], method).toBeInstanceOf(Function);
  expect(connection.submittedNamedStatements).toEqual({});
});

test("each statement gets its own answer, in turn, and those of one batch are one transaction", async () => {
  expect(
    await sendTogether(
      { text: "insert into batched values ($1)", values: [1] },
      { text: "" },
      { text: "select id from batched where id = $1", values: [1] },
      {
        text: "insert into batched values (2) returning id, pg_current_xact_id_if_assigned() is not null as own",
      },
    ),
  ).toEqual([[], [], [{ id: 1 }], [{ id: 2, own: true }]]);
});

test("after one fails the rest is not executed, nothing of the batch stays, and the connection goes on", async () => {
  expect(
    await sendTogether(
      { text: "insert into batched values (1) returning id" },
      { text: "insert into batched values (1)" },
      { text: "insert into batched values (2)" },
    ),
  ).toEqual([[{ id: 1 }], "23505", "25P02"]);
  expect(await sendTogether({ text: "select id from batched" })).toEqual([[]]);
});

test("a named statement is parsed once, and again when its batch failed before it was", async () => {
  const named = { name: "batched_by_id", text: "select id from batched where id = $1::int", values: [1] };
  expect(await sendTogether({ text: "select 1 / 0" }, named)).toEqual(["22012", "25P02"]);
  for (const _ of [1, 2]) expect(await sendTogether(named, named)).toEqual([[], []]);
  expect((await client.query("select name from pg_prepared_statements")).rows).toEqual([
    { name: "batched_by_id" },
  ]);
});

test("a value that cannot be written is an error of all, and nothing is sent", async () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  expect(
    await sendTogether(
      { text: "insert into batched values (1)" },
      { text: "select $1::jsonb", values: [circular] },
    ),
  ).toEqual(["TypeError", "TypeError"]);
  expect(await sendTogether({ text: "select id from batched" })).toEqual([[]]);
});

test("a server that goes away is the error of the statement it was at; those before have their answers", async () => {
  expect(
    await sendTogether(
      { text: "select 1 as one" },
      { text: "select pg_terminate_backend(pg_backend_pid())" },
      { text: "select 2" },
    ),
  ).toEqual([[{ one: 1 }], "57P01", "25P02"]);
});
