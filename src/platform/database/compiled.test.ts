import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { compiled, compiledBy } from "./compiled.server.ts";
import { transaction } from "./db.server.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

type Values = { name: string; numbers: number[]; note: object | null };

test("a statement is built once and runs with other values each time, within a transaction and alone", async () => {
  let built = 0;
  const statement = compiled<Values>(({ name, numbers, note }) => {
    built += 1;
    return sql`select ${name}::text as name, ${7}::int as constant, ${name}::text as again,
      ${sql.param(numbers)}::int[] as numbers, ${note}::jsonb as note`;
  });
  const first = { name: "it's $1", numbers: [1, 2], note: { colour: "red" } };
  const second = { name: "", numbers: [], note: null };
  const rowOf = ({ name, ...rest }: Values) => ({ name, again: name, constant: 7, ...rest });
  expect((await shop.db.execute(statement(first))).rows).toEqual([rowOf(first)]);
  const within = await transaction(shop.db, (tx) => tx.execute(statement(second)));
  expect(within.rows).toEqual([rowOf(second)]);
  expect(built).toBe(1);
});

test("each shape is built once, by the first values that have it", async () => {
  const built: string[] = [];
  const statement = compiledBy<{ names: string[] }>(
    ({ names }) => (names.length === 1 ? "one" : "more"),
    ({ names }, { names: { length } }) => {
      built.push(length === 1 ? "one" : "more");
      return length === 1 ? sql`select (${names}::text[])[1] as said` : sql`select ${names}::text[] as said`;
    },
  );
  for (const names of [["tee"], ["cap", "hood"], ["sock"], []])
    expect((await shop.db.execute(statement({ names }))).rows).toEqual([
      { said: names.length === 1 ? names[0] : names },
    ]);
  expect(built).toEqual(["one", "more"]);
});

test("within another statement it is an error, not a gap", () => {
  const inner = compiled<{ name: string }>(({ name }) => sql`select ${name}::text`);
  expect(() => shop.db.execute(sql`select exists(${inner({ name: "tee" })})`)).toThrow(
    "A compiled statement cannot stand within another one.",
  );
});

test("the rest of the places is an error, not nothing", () => {
  const statement = compiled<Values>(
    ({ name, ...rest }) => sql`select ${name}::text, ${rest.numbers}::int[]`,
  );
  expect(() => statement({ name: "tee", numbers: [], note: null })).toThrow(
    "Places are taken by their names.",
  );
});

test("a value that is missing is an error, and nothing is sent", async () => {
  const statement = compiled<Values>(({ name }) => sql`select ${name}::text`);
  expect(() => statement({} as Values)).toThrow('No value for placeholder "name" was provided');
});
