import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Written } from "../catalogue/staff/goods-cells.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Move } from "./compare-stock.ts";

/** What undoes an import's change of a product. */
export type Undo = {
  id: string;
  /** What is written of the product and what had come in of it, as the import left them (stateOf in write-changes.server.ts). */
  state: string;
  /** Fields as they were before. */
  before: Partial<Written>;
  moves: Move[];
};

/** Files of goods that were imported. What each changed is in the audit log. */
export const imports = pgTable(
  "imports",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Of its bytes, in hexadecimal digits. */
    sha256: text().notNull(),
    created: integer().notNull(),
    changed: integer().notNull(),
    same: integer().notNull(),
    by: jsonb().$type<Actor>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Of the last import alone. */
    undo: jsonb().$type<Undo[]>(),
    undoneAt: timestamp("undone_at", { withTimezone: true }),
  },
  (table) => [index("imports_of_file").on(table.sha256)],
);
