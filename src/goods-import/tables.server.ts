import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytea } from "../catalogue/tables.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { IMPORT_STATES } from "./rules.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Files of goods that wait to be imported, for a day. */
export const goodsFiles = pgTable(
  "goods_files",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Of its bytes, in hexadecimal digits. */
    sha256: text().notNull(),
    byId: text("by_id").notNull(),
    bytes: bytea().notNull(),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("goods_files_once").on(table.byId, table.sha256)],
);

/** Files of goods that were read, or are. What an import changed is in the audit log, and stays when its faults are gone. */
export const imports = pgTable(
  "imports",
  {
    id: text().primaryKey(),
    /** Of goods_files, where it is gone after a day. */
    uploadId: text("upload_id").notNull(),
    name: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    sha256: text().notNull(),
    /** Only told what would happen. */
    dryRun: boolean("dry_run").notNull(),
    state: text({ enum: IMPORT_STATES }).notNull().default("reading"),
    /** In percent. */
    progress: integer().notNull().default(0),
    created: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    same: integer().notNull().default(0),
    largePrices: integer("large_prices").notNull().default(0),
    soldSizes: integer("sold_sizes").notNull().default(0),
    faults: integer().notNull().default(0),
    /** Its products are in the shop. */
    written: boolean().notNull().default(false),
    /** The sentence that says why it could not be read or written at all. */
    why: text(),
    by: jsonb().$type<Actor>().notNull(),
    byId: text("by_id").notNull(),
    idempotencyKey: text("idempotency_key"),
    at: moment("at").notNull().defaultNow(),
    /** The run that works on it, alone until `heldUntil`. */
    holder: text(),
    heldUntil: moment("held_until"),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("imports_once").on(table.byId, table.idempotencyKey),
    index("imports_of_file").on(table.sha256),
  ],
);

/** What is wrong with an import's file, by row and then as it was found. */
export const importFaults = pgTable(
  "import_faults",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    n: integer().notNull(),
    row: integer().notNull(),
    column: text().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.row, table.n] })],
);
