import { z } from "zod";
import { ROWS } from "../../goods-import/rules.ts";
import { answered, text } from "../../platform/input.ts";

// Calls of /api/staff/imports: goods from a CSV file, as GET /api/staff/export/goods.csv writes it.

const count = z.int();
const rows = text(12_000).regex(ROWS).default("");

/**
 * The body is the file, as text/csv. It is written where nothing of it is wrong or to be asked; `dryRun=1` says only what
 * would happen. Rows are counted as a spreadsheet does: the names of the columns are row 1. The query answers an earlier
 * answer: `confirm` is its `asked`, rows changed in the shop are then as in the file, but for those in `shop`; rows whose
 * sizes may be one or several are in `one` or `several`. Rows are written as in "2-5,9".
 */
export const importGoods = {
  path: "/api/staff/imports",
  summary: "Import a file of goods, sent as text/csv, or try it with dryRun=1",
  query: z.object({
    dryRun: z.literal("1").optional(),
    name: text(255).default(""),
    confirm: text(64).optional(),
    ...{ shop: rows, one: rows, several: rows },
  }),
  answer: answered.extend({
    _id: z.string(),
    name: z.string(),
    dryRun: z.boolean(),
    new: count,
    changed: count,
    same: count,
    /** Prices that change by more than half. */
    largePrices: count,
    /** Products that lose a size of which pieces were sold. */
    soldSizes: count,
    /** What the file changes is in the shop. */
    written: z.boolean(),
    /** How many there are; `errors` are the first of them, `wrongRows` a CSV file of those rows, each with its reason. */
    faults: count,
    errors: z.array(z.object({ row: count, column: z.string(), message: z.string() })),
    wrongRows: z.string().optional(),
    /** Old and new cells by row; empty once written. `isStale`: changed in the shop since the export. */
    changes: z.array(
      z.object({
        ...{ row: count, name: z.string(), isNew: z.boolean(), isStale: z.boolean(), isLarge: z.boolean() },
        cells: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
    /** Rows whose sizes may be one or several. */
    sizes: z.array(
      z.object({ row: count, name: z.string(), one: z.array(z.string()), several: z.array(z.string()) }),
    ),
    /** Stands for what is asked of rows that are stale, and of large changes of a price. */
    asked: z.string().optional(),
    by: z.string(),
    date: count,
  }),
} as const;

/** The last import that was written; null where there was none yet. */
export const lastImport = {
  method: "GET",
  path: "/api/staff/imports/last",
  summary: "The last import of goods",
  answer: answered.extend({
    last: z
      .object({ _id: z.string(), name: z.string(), by: z.string(), date: count, new: count, changed: count })
      .extend({ isUndone: z.boolean() })
      .nullable(),
  }),
} as const;

/** Undoes the last import, while nothing else changed its rows: what it added is archived. */
export const undoImport = {
  path: "/api/staff/imports/:id/undo",
  summary: "Undo the last import, while nothing else changed its rows",
} as const;
