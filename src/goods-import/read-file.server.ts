import { CsvError, parse } from "csv-parse/sync";
import { MARK } from "../catalogue/staff/export-goods.server.ts";
import { COLUMNS, type Column, csvLine, unmarked } from "../catalogue/staff/goods-csv.ts";
import { foldText } from "../platform/fold-text.ts";
import { type Fault, ROWS_MAX } from "./rules.ts";

/** A line of the file, in as many cells as it has; `row` as a spreadsheet counts, from 1. */
type Line = { row: number; cells: string[] };
/** At which place of a line each column stands. */
export type Head = ReadonlyMap<Column, number>;
/** A file of goods; where it has faults, no row can be read by it. */
export type GoodsFile = { head: Head; names: string[]; lines: Line[]; faults: Fault[] };

/** Characters of one line: more than the longest texts of a product. A quote without an end makes a longer one. */
const LINE_MAX = 200_000;
/** Says why a row was wrong, in the file of wrong rows, which can be imported with this column. */
const REASON = "Reason";
/** Without these no file of goods is read; others stay as they are in the shop, or empty in a new product. */
const NEEDED: readonly Column[] = ["ID", "Name", "Category", "Type", "Price", "Sizes"];

/** Reads a CSV file with commas or semicolons; lines without a word are counted and left out. */
export function readFile(bytes: Buffer): GoodsFile {
  const fault = (message: string, row = 1) => ({ ...NOTHING, faults: [{ row, column: "", message }] });
  const text = decode(bytes);
  if (text === undefined) return fault(NOT_UTF8);
  if (text.includes("\0")) return fault(NOT_CSV);
  // Excel's own line, which it does not show
  const [line = "", separator] = /^sep=([,;\t])(\r\n?|\n|$)/i.exec(text) ?? [];
  const rest = text.slice(line.length);
  try {
    const [first, ...lines] = parse(rest, { ...OPTIONS, delimiter: separator ?? delimiterOf(rest) })
      .map((cells, at) => ({ row: at + 1, cells }))
      .filter(({ cells }) => cells.some((cell) => cell.trim()));
    if (!first) return fault("This file is empty.");
    const over = lines[ROWS_MAX];
    return over ? fault(TOO_MANY, over.row) : { ...readHead(first), names: first.cells, lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fault(sayFault(error), Number(error.records) + 1);
  }
}

const NOTHING: GoodsFile = { head: new Map(), names: [], lines: [], faults: [] };
const OPTIONS = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  max_record_size: LINE_MAX,
};
const TOO_MANY = `A file has at most ${ROWS_MAX.toLocaleString("en-KE")} products. Make two of it.`;
const NOT_UTF8 =
  "This file is not written in UTF-8. In Excel, save it as CSV UTF-8; in other programs choose Unicode (UTF-8).";
const NOT_CSV = "This is not a CSV file. In a spreadsheet, save it as CSV UTF-8.";

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** By the line with the names of the columns: the first with a word. */
function delimiterOf(text: string): string {
  const [head = ""] = /[^\r\n]*\p{L}[^\r\n]*/u.exec(text) ?? [];
  return head.split(";").length > head.split(",").length ? ";" : ",";
}

function sayFault({ code }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED")
    return "A quote that begins here, or in a row below, does not end.";
  return "There is a quote in this row in a place where none can be. Write every quote within a cell twice.";
}

/** The columns that a line names, in any order and however written, and what is wrong with it. */
function readHead({ row, cells }: Line): { head: Head; faults: Fault[] } {
  const head = new Map<Column, number>();
  const faults: Fault[] = [];
  const say = (column: string, message: string) => faults.push({ row, column, message });
  cells.forEach((cell, at) => {
    const name = cell.trim();
    const column = COLUMNS.find((each) => foldText(each) === foldText(name));
    if (column && head.has(column)) say(column, `The column ${column} is there twice.`);
    else if (column) head.set(column, at);
    else if (name && foldText(name) !== foldText(REASON))
      say(shortened(name), `There is no column ${shortened(name)}. Known are ${COLUMNS.join(", ")}.`);
  });
  for (const column of NEEDED) if (!head.has(column)) say(column, `The column ${column} is missing.`);
  return { head, faults };
}

function shortened(name: string): string {
  return name.length > 50 ? `${name.slice(0, 50)}…` : name;
}

/** The rows that are wrong as a CSV file, each with the reason in a column more: mended, it can be imported as it is. */
export function wrongRows({ names, lines }: GoodsFile, faults: readonly Fault[]): string {
  // reasons of a file of wrong rows are replaced
  const columns = names.flatMap((name, at) => (foldText(name) === foldText(REASON) ? [] : [at]));
  const write = (cells: readonly string[], reason: string) =>
    csvLine([...columns.map((at) => unmarked(cells[at] ?? "")), reason]);
  const reasons = new Map<number, string>();
  for (const { row, column, message } of faults)
    reasons.set(row, [reasons.get(row), `${column}: ${message}`].filter(Boolean).join(" "));
  const wrong = lines.filter(({ row }) => reasons.has(row));
  return [
    MARK + write(names, REASON),
    ...wrong.map(({ row, cells }) => write(cells, reasons.get(row) ?? "")),
  ].join("");
}
