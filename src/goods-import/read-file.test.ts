import { expect, test } from "vitest";
import { goodsFile } from "../../test/support/goods-file.ts";
import { readCsv } from "./read-csv.server.ts";
import { readHead } from "./read-head.ts";
import { readWritten, rowOf } from "./read-row.server.ts";

const NEW = { Name: "New tee", Category: "Men", Type: "Topwear", Price: "1200", Sizes: "S, M" };

/** Reads a file to its end. */
async function read(file: string | Buffer): Promise<string[][]> {
  async function* bytes() {
    yield Buffer.from(file);
  }
  const lines: string[][] = [];
  for await (const { cells } of readCsv(bytes())) lines.push(cells);
  return lines;
}

test.each<[string, string | Buffer, number, RegExp]>([
  ["another encoding", Buffer.from(goodsFile([{ ...NEW, Name: "Caf\u00e9" }]), "latin1"), 1, /UTF-8/],
  ["UTF-16", Buffer.from(`\ufeff${goodsFile([NEW])}`, "utf16le"), 1, /UTF-8/],
  ["no CSV", Buffer.from("PK\u0003\u0004\0\0"), 1, /not a CSV/],
  ["a quote without an end", `${goodsFile([NEW, NEW])}\r\n"","open`, 4, /does not end/],
  ["a quote in the middle", `${goodsFile([NEW])}\r\n"","a"b",`, 3, /quote in this row/],
])("a file with %s is refused in words", async (_, file, row, message) => {
  await expect(read(file)).rejects.toMatchObject({ fault: { row, message: expect.stringMatching(message) } });
});

test.each([
  ["that is missing", ['"Price",', ""], "Price", /^The column Price is missing\.$/],
  ["that nobody knows", ['"Colour"', '"Color"'], "Color", /^There is no column Color\./],
  ["twice", ['"Fit"', '"name"'], "Name", /^The column Name is there twice\.$/],
] as const)("a file with a column %s is refused in words", async (_, [from, to], column, message) => {
  const [head = []] = await read(goodsFile([NEW]).replace(from, to));
  expect(readHead(head).faults).toEqual([{ row: 1, column, message: expect.stringMatching(message) }]);
});

test("columns and choices are known however they are written", () => {
  const { head, faults } = readHead([
    "ＩＤ",
    " former\u00a0 PRICE",
    "STATUS\ufeff",
    "Category",
    "type",
    "trending",
  ]);
  expect(faults.map(({ column }) => column)).toEqual(["Name", "Price", "Sizes"]);
  const row = rowOf(head, ["", "", "Shown", "WOMEN\u200b", " topwear ", "Yes"]);
  expect(readWritten(row)).toEqual({
    written: {
      formerPrice: null,
      status: "shown",
      category: "Women",
      subCategory: "Topwear",
      trending: true,
    },
    faults: [],
  });
});
