import { parse } from "csv-parse/sync";
import type { z } from "zod";
import type { importGoods } from "../../src/back-office/imports/contract.ts";
import { COLUMNS, type Column, unmarked } from "../../src/catalogue/staff/goods-csv.ts";
import type { TestShop } from "../shop.ts";
import type { StaffPerson } from "./back-office.ts";

export type GoodsRow = Partial<Record<Column, string>>;

/** A file of goods with all columns, or these, a line for each of the given rows. */
export function goodsFile(rows: GoodsRow[], columns: readonly Column[] = COLUMNS): string {
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  return [line([...columns]), ...rows.map((row) => line(columns.map((column) => row[column] ?? "")))].join(
    "\r\n",
  );
}

/** What came of an import. */
type Outcome = z.output<typeof importGoods.answer>;
type Options = { key?: string; query?: Record<string, string> };

/** Sends a file of goods to be imported, as a browser of the back office does. */
export async function sendGoods(
  shop: Pick<TestShop, "send">,
  by: Pick<StaffPerson, "cookie">,
  file: string | Buffer,
  { key, query = {} }: Options = {},
) {
  const { status, body } = await shop.send({
    method: "POST",
    url: `/api/staff/imports?${new URLSearchParams({ name: "goods.csv", ...query })}`,
    payload: Buffer.from(file),
    headers: {
      ...{ "content-type": "text/csv", "x-staff": "1", cookie: by.cookie },
      ...(key && { "idempotency-key": key }),
    },
  });
  return { status, body: body as unknown as Outcome };
}

/** The shop's own export, as text and by row. */
export async function exportedGoods(by: StaffPerson) {
  const { text } = await by.get("/export/goods.csv");
  const rows = parse(text, { bom: true, columns: true }) as Record<Column, string>[];
  const plain = (row: Record<Column, string>) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, unmarked(cell)]));
  return { text, rows: rows.map((row) => plain(row) as Record<Column, string>) };
}

/** The rows of an export, one product's changed. */
export function changedIn<Row extends GoodsRow>(
  rows: Row[],
  id: string,
  change: GoodsRow,
): (Row & GoodsRow)[] {
  return rows.map((row) => (row.ID === id ? { ...row, ...change } : row));
}

/** Rows of so many new products, no two alike, as long as those of a real shop. */
export function manyGoods(count: number): GoodsRow[] {
  return Array.from({ length: count }, (_, n) => ({
    Name: `Tee number ${n + 1}`,
    Description: `A tee of heavy cotton, printed in Nairobi, "number ${n + 1}" of many. `.repeat(3).trim(),
    Category: ["Men", "Women", "Unisex"][n % 3] ?? "",
    Type: "Topwear",
    Price: "1500",
    Sizes: "S, M",
    Stock: "7, 7",
    Material: "100 % cotton",
    Status: "shown",
  }));
}
