import { isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { MARK } from "../catalogue/staff/goods-cells.server.ts";
import { COLUMNS, type Column, csvLine, plainCell, unmarked } from "../catalogue/staff/goods-csv.ts";
import { foldText } from "../platform/fold-text.ts";
import { type Fault, ROWS_MAX } from "./rules.ts";

/** Cells of a row by column, in the form in which they are compared; columns that the file lacks are missing. */
export type Row = Partial<Record<Column, string>>;
/** A line of the file, with the cells it has; `row` counts as a spreadsheet does, from 1. */
type Line = { row: number; line: string[] };
/** A file of goods, with the names of its columns; where it has faults, it has no rows. */
export type GoodsFile = { names: string[]; rows: (Line & { cells: Row })[]; faults: Fault[] };

/** Characters of one line: more than the longest texts of a product need; a quote that is not closed makes longer ones. */
const LINE_MAX = 200_000;
/** The column that says why a row is wrong, in the file of wrong rows; a file with it can be imported again. */
const REASON = "Reason";
/** Columns that a file must have. Others may be missing: they stay as they are in the shop, or empty in a new product. */
const NEEDED: readonly Column[] = ["ID", "Name", "Category", "Type", "Price", "Sizes"];

/** Reads a CSV file with commas or semicolons; empty lines are counted, but left out. */
export function readFile(bytes: Buffer): GoodsFile {
  const fault = (message: string, row = 1) => ({
    ...{ names: [], rows: [] },
    faults: [{ row, column: "", message }],
  });
  if (!isUtf8(bytes)) return fault(NOT_UTF8);
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\0")) return fault(NOT_CSV);
  try {
    const lines = parseLines(text).filter(({ line }) => line.some((cell) => cell.trim()));
    const [first, ...others] = lines;
    const tooMany = others[ROWS_MAX];
    if (tooMany) return fault(TOO_MANY, tooMany.row);
    return first ? readRows(first, others) : fault("This file is empty.");
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fault(sayFault(error), Number(error.records) + 1);
  }
}

const TOO_MANY = `A file has at most ${ROWS_MAX.toLocaleString("en-KE")} products. Make two of it.`;
const NOT_UTF8 =
  "This file is not written in UTF-8. In Excel, save it as CSV UTF-8; in other programs choose Unicode (UTF-8).";
const NOT_CSV = "This is not a CSV file. In a spreadsheet, save it as CSV UTF-8.";

function parseLines(text: string): Line[] {
  // a line that Excel writes and does not show
  const [shown = "", separator] = /^sep=([,;\t])(\r\n?|\n|$)/i.exec(text) ?? [];
  const rest = text.slice(shown.length);
  const lines = parse(rest, {
    delimiter: separator ?? delimiterOf(rest),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: LINE_MAX,
  });
  return lines.map((line, at) => ({ row: at + 1, line }));
}

/** The separator, by the line with the names of the columns, which is the first line with letters. */
function delimiterOf(text: string): string {
  const [head = ""] = /[^\r\n]*\p{L}[^\r\n]*/u.exec(text) ?? [];
  return head.split(";").length > head.split(",").length ? ";" : ",";
}

function sayFault({ code }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED")
    return "A quote that begins here, or in a row below, does not end.";
  return "There is a quote in this row in a place where none can be. Write every quote within a cell twice.";
}

/** Rows by the columns that the first line names, in any order and spelling. */
function readRows({ row, line: names }: Line, lines: Line[]): GoodsFile {
  const head = new Map<Column, number>();
  const faults: Fault[] = [];
  const say = (column: string, message: string) => faults.push({ row, column, message });
  names.forEach((cell, at) => {
    const name = cell.trim();
    const shown = name.length > 50 ? `${name.slice(0, 50)}…` : name;
    const column = COLUMNS.find((each) => foldText(each) === foldText(name));
    if (column && head.has(column)) say(column, `The column ${column} is there twice.`);
    else if (column) head.set(column, at);
    else if (name && foldText(name) !== foldText(REASON))
      say(shown, `There is no column ${shown}. Known are ${COLUMNS.join(", ")}.`);
  });
  for (const column of NEEDED) if (!head.has(column)) say(column, `The column ${column} is missing.`);
  const cellsOf = (line: string[]) =>
    Object.fromEntries(
      [...head].map(([column, at]) => [column, plainCell(column, unmarked(line[at] ?? ""))]),
    );
  const rows = faults.length > 0 ? [] : lines.map((each) => ({ ...each, cells: cellsOf(each.line) }));
  return { names, rows, faults };
}

/** The wrong rows as a CSV file, each with its reason in an extra column; once corrected, it can be imported as it is. */
export function wrongRows({ names, rows }: GoodsFile, faults: readonly Fault[]): string {
  // reasons from an earlier file of wrong rows are replaced
  const columns = names.flatMap((name, at) => (foldText(name) === foldText(REASON) ? [] : [at]));
  const write = (cells: readonly string[], reason: string) =>
    csvLine([...columns.map((at) => unmarked(cells[at] ?? "")), reason]);
  const reasons = new Map<number, string>();
  for (const { row, column, message } of faults)
    reasons.set(row, [reasons.get(row), `${column}: ${message}`].filter(Boolean).join(" "));
  const wrong = rows.flatMap(({ row, line }) =>
    reasons.has(row) ? write(line, reasons.get(row) ?? "") : [],
  );
  return [MARK + write(names, REASON), ...wrong].join("");
}
