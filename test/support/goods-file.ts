import { COLUMNS, type Column } from "../../src/catalogue/staff/goods-csv.ts";
import type { TestShop } from "../shop.ts";
import type { StaffPerson } from "./back-office.ts";
import { sendFile } from "./send-file.ts";

/** A file of goods with all columns, a line for each of the given rows. */
export function goodsFile(rows: Partial<Record<Column, string>>[]): string {
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  return [line([...COLUMNS]), ...rows.map((row) => line(COLUMNS.map((column) => row[column] ?? "")))].join(
    "\r\n",
  );
}

/** Sends a file of goods; gives its id. */
export async function sendGoods(shop: TestShop, by: StaffPerson, text: string | Buffer): Promise<string> {
  const { body } = await sendFile(shop, by, Buffer.from(text), "goods");
  if (body.ready !== true) throw new Error(`the file did not arrive: ${JSON.stringify(body)}`);
  return String(body.id);
}

/** Rows of so many new products, no two alike, as long as those of a real shop. */
export function manyGoods(count: number): Partial<Record<Column, string>>[] {
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
