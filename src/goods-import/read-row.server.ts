import { z } from "zod";
import { CATEGORIES, SUB_CATEGORIES } from "../catalogue/rules.ts";
import { pictureOrder, productFields } from "../catalogue/staff/contract.ts";
import { type Column, listed, plainCell, unmarked } from "../catalogue/staff/goods-csv.ts";
import { COLOUR, GOODS_STATES } from "../catalogue/staff/rules.ts";
import { readMoment } from "../language/moments.ts";
import { foldText } from "../platform/fold-text.ts";
import type { Head } from "./read-file.server.ts";

/** Cells of a row by column, as they were before they were made inert; columns that the file has not are missing. */
export type Row = Partial<Record<Column, string>>;

export function rowOf(head: Head, cells: readonly string[]): Row {
  return Object.fromEntries([...head].map(([column, at]) => [column, readCell(column, cells[at] ?? "")]));
}

function readCell(column: Column, cell: string): string {
  return plainCell(column, unmarked(cell));
}

/** What a row can say of a product. */
const whole = productFields.extend({
  status: z.enum(GOODS_STATES),
  images: pictureOrder.shape.order,
  alts: pictureOrder.shape.alts,
});
export type Written = z.infer<typeof whole>;
export type Field = keyof Written;

const parts = whole.partial();

/** How each cell becomes a field. What cannot be read becomes what its field refuses. */
export const READ: Record<Field, { column: Column; read: (cell: string) => unknown }> = {
  name: { column: "Name", read: (cell) => cell },
  description: { column: "Description", read: (cell) => cell },
  category: { column: "Category", read: (cell) => amongOf(CATEGORIES, cell) },
  subCategory: { column: "Type", read: (cell) => amongOf(SUB_CATEGORIES, cell) },
  price: { column: "Price", read: number },
  formerPrice: { column: "Former price", read: (cell) => (cell ? number(cell) : null) },
  sizes: { column: "Sizes", read: listed },
  material: { column: "Material", read: (cell) => cell },
  fit: { column: "Fit", read: (cell) => cell },
  sizeGuide: { column: "Size guide", read: (cell) => cell },
  trending: { column: "Trending", read: yesOrNo },
  bestseller: { column: "Best seller", read: yesOrNo },
  colour: { column: "Colour", read: (cell) => cell || COLOUR },
  images: { column: "Pictures", read: (cell) => (cell ? cell.split("\n").map((line) => line.trim()) : []) },
  alts: { column: "Alt texts", read: (cell) => (cell ? cell.split("\n") : []) },
  status: { column: "Status", read: (cell) => amongOf(GOODS_STATES, cell) },
  onSaleFrom: { column: "On sale from", read: (cell) => (cell ? readMoment(cell) : null) },
  announced: { column: "Announced", read: yesOrNo },
};
const FIELDS = Object.keys(READ) as Field[];

function number(cell: string): number {
  return /^\d{1,9}$/.test(cell) ? Number(cell) : Number.NaN;
}

/** The choice that a cell means, however it is written; the cell where it means none. */
function amongOf(choices: readonly string[], cell: string): string {
  return choices.find((choice) => foldText(choice) === foldText(cell)) ?? cell;
}

function yesOrNo(cell: string): boolean | string {
  const said = foldText(cell);
  return said === "yes" ? true : said === "no" || said === "" ? false : cell;
}

type CellFault = { column: Column; message: string };

/** What these cells say of a product, field by field, and what is wrong with them. */
export function readWritten(row: Row): { written: Partial<Written>; faults: CellFault[] } {
  const given = FIELDS.flatMap((field) => {
    const { column, read } = READ[field];
    const cell = row[column];
    return cell === undefined ? [] : [[field, read(cell)]];
  });
  const { success, data, error } = parts.safeParse(Object.fromEntries(given), { error: sayIssue });
  return success ? { written: data, faults: [] } : { written: {}, faults: firstByColumn(error.issues) };
}

function firstByColumn(issues: readonly z.core.$ZodIssue[]): CellFault[] {
  const faults = new Map<Column, string>();
  for (const { path, message } of issues) {
    const { column } = READ[path[0] as Field];
    if (!faults.has(column)) faults.set(column, message);
  }
  return [...faults].map(([column, message]) => ({ column, message }));
}

const CHOICES: Partial<Record<Field, readonly string[]>> = {
  category: CATEGORIES,
  subCategory: SUB_CATEGORIES,
  status: GOODS_STATES,
  trending: ["yes", "no"],
  bestseller: ["yes", "no"],
  announced: ["yes", "no"],
};

/** What the schema has no sentence for. */
function sayIssue(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  const choices = CHOICES[issue.path?.[0] as Field];
  if (choices) return `Write ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}.`;
  if (issue.code === "too_big") return `Write at most ${issue.maximum} characters.`;
  if (issue.code === "too_small") return "Write something here.";
  return "There are characters in this cell that cannot be stored.";
}
