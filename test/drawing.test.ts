import { readFile } from "node:fs/promises";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { orders } from "../src/ordering/tables.server.ts";
import { payments } from "../src/payments/core/tables.server.ts";
import {
  exceptions,
  refundAttempts,
  refunds,
  transactions,
} from "../src/payments/transactions/tables.server.ts";

/** The tables of money, each with the columns that carry the model. */
const TABLES: [PgTable, string[]][] = [
  [orders, ["amount", "payment", "owed", "refund"]],
  [payments, ["method", "state", "reference", "amount"]],
  [
    transactions,
    ["provider", "receipt", "verified", "amount", "allocated", "refunded", "refunding", "unallocated"],
  ],
  [refunds, ["amount", "way", "state"]],
  [refundAttempts, ["way", "amount", "state"]],
  [exceptions, ["kind", "text", "closed_at"]],
];

/** The tables as a Mermaid diagram: one line for each reference, named by its column. */
function drawing(): string {
  const drawn = TABLES.map(([table, shown]) => ({ ...getTableConfig(table), shown }));
  const names = drawn.map(({ name }) => name);
  const lines = drawn.flatMap(({ name, foreignKeys }) =>
    foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      const [column] = columns;
      const to = getTableConfig(foreignTable).name;
      if (!column || !names.includes(to)) return [];
      const many = column.isUnique ? "|o" : "}o";
      return `  ${name} ${many}--${column.notNull ? "||" : "o|"} ${to} : ${column.name}`;
    }),
  );
  const boxes = drawn.flatMap(({ name, columns, shown }) => {
    const of = shown.map((wanted) => columns.find((column) => column.name === wanted));
    return [`  ${name} {`, ...of.map((column) => `    ${column?.getSQLType()} ${column?.name}`), "  }"];
  });
  return ["erDiagram", ...lines.sort(), ...boxes]
    .join("\n")
    .replaceAll("timestamp with time zone", "timestamp");
}

test("the drawing of money in the docs is that of the tables", async () => {
  const page = await readFile("docs/payments.md", "utf8");
  expect(/```mermaid\n([^`]*)\n```/.exec(page)?.[1]).toBe(drawing());
});
