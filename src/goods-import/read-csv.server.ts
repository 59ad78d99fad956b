import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { type Fault, ROWS_MAX } from "./rules.ts";

/** A line of the file, in as many cells as it has; `row` as a spreadsheet counts, from 1. */
export type Line = { row: number; cells: string[] };

/** What is wrong with a file as a whole, so that no more of it can be read. */
export class FileFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Characters of one line: more than the longest texts of a product. Who forgets to end a quote makes a longer one. */
const LINE_MAX = 200_000;

/**
 * The lines of a CSV file, with commas or semicolons, as its bytes come in; lines without a word are left out and counted.
 * @throws FileFault
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const { first, all } = await peek(bytes);
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(first),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: LINE_MAX,
  });
  const source = Readable.from(asUtf8(all));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  let left = ROWS_MAX + 1;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (!cells.some((cell) => cell.trim())) continue;
      if (left-- === 0) throw new FileFault({ row, column: "", message: TOO_MANY });
      yield { row, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault({ row: Number(error.records) + 1, column: "", message: sayFault(error) });
  } finally {
    source.destroy();
  }
}

const TOO_MANY = `A file has at most ${ROWS_MAX.toLocaleString("en-KE")} products. Make two of it.`;

/** Lines that are looked at at once. */
const PART = 500;

export async function* partsOf(lines: AsyncGenerator<Line>): AsyncGenerator<Line[]> {
  let part: Line[] = [];
  for await (const line of lines) {
    part.push(line);
    if (part.length < PART) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** The first piece, and all of them with it. */
async function peek(bytes: AsyncIterable<Buffer>) {
  const pieces = bytes[Symbol.asyncIterator]();
  const begun = await pieces.next();
  const first: Buffer = begun.done ? Buffer.alloc(0) : begun.value;
  async function* all() {
    yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  return { first, all: all() };
}

/** By the line with the names of the columns. */
function delimiterOf(first: Buffer): string {
  const [head = ""] = first.toString("utf8").split(/[\r\n]/, 1);
  return head.split(";").length > head.split(",").length ? ";" : ",";
}

async function* asUtf8(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const check = (piece?: Buffer) => {
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new FileFault({ row: 1, column: "", message: NOT_UTF8 });
    }
    if (piece?.includes(0)) throw new FileFault({ row: 1, column: "", message: NOT_CSV });
  };
  for await (const piece of pieces) {
    check(piece);
    yield piece;
  }
  check();
}

const NOT_UTF8 =
  "This file is not written in UTF-8. In Excel, save it as CSV UTF-8; in other programs choose Unicode (UTF-8).";
const NOT_CSV = "This is not a CSV file. In a spreadsheet, save it as CSV UTF-8.";

function sayFault({ code }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED")
    return "A quote that begins here, or in a row below, does not end.";
  return "There is a quote in this row in a place where none can be. Write every quote within a cell twice.";
}
