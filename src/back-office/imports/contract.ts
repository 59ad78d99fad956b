import { z } from "zod";
import { ERRORS_MAX, IMPORT_STATES } from "../../goods-import/rules.ts";
import { answered, text } from "../../platform/input.ts";

// Calls of /api/staff/imports: goods from a CSV file, as GET /api/staff/export/goods.csv writes it.

const params = z.object({ id: text(64) });
const count = z.int();

/** `upload` is a file of the kind "goods" that is whole; `dryRun` tells only what would happen. It is read soon after. */
export const beginImport = {
  path: "/api/staff/imports",
  body: z.object({ upload: text(64), dryRun: z.boolean() }),
  answer: answered.extend({ id: z.string() }),
} as const;

/**
 * How far an import is, and once it is `done`, what came of it. Where there is a fault, nothing is written. Rows are counted
 * as a spreadsheet does: the names of the columns are row 1.
 */
export const showImport = {
  method: "GET",
  path: "/api/staff/imports/:id",
  params,
  query: z.object({ limit: z.coerce.number().int().min(1).max(ERRORS_MAX).default(ERRORS_MAX) }),
  answer: answered.extend({
    _id: z.string(),
    /** The file, for an import after its dry run, and its name. */
    upload: z.string(),
    name: z.string(),
    dryRun: z.boolean(),
    state: z.enum(IMPORT_STATES),
    /** In percent. */
    progress: count,
    new: count,
    changed: count,
    same: count,
    /** Prices that change by more than half. */
    largePrices: count,
    /** Products that lose a size of which pieces were sold. */
    soldSizes: count,
    /** All products of the file are in the shop as it says. */
    written: z.boolean(),
    /** How many there are; `errors` are the first of them. */
    faults: count,
    errors: z.array(z.object({ row: count, column: z.string(), message: z.string() })),
    /** Why it `failed`. */
    why: z.string().optional(),
    by: z.string(),
    date: count,
  }),
} as const;

/** A CSV file: the rows that are wrong, each with its reason. */
export const wrongRows = { method: "GET", path: "/api/staff/imports/:id/wrong-rows.csv", params } as const;
