import { expect, test } from "vitest";
import { goodsFile } from "../../test/support/goods-file.ts";
import { readRow } from "./compare-rows.server.ts";
import { readFile } from "./read-file.server.ts";

const NEW = { Name: "New tee", Category: "Men", Type: "Topwear", Price: "1200", Sizes: "S, M" };

const read = (file: string | Buffer) => readFile(Buffer.from(file));

test.each<[string, string | Buffer, number, RegExp]>([
  ["another encoding", Buffer.from(goodsFile([{ ...NEW, Name: "Caf\u00e9" }]), "latin1"), 1, /UTF-8/],
  ["UTF-16", Buffer.from(`\ufeff${goodsFile([NEW])}`, "utf16le"), 1, /UTF-8/],
  ["nothing in it", "\n\n", 1, /^This file is empty\.$/],
  ["no CSV", Buffer.from("PK\u0003\u0004\0\0"), 1, /not a CSV/],
  ["a quote without an end", `${goodsFile([NEW, NEW])}\r\n"","open`, 4, /does not end/],
  ["a quote in the middle", `${goodsFile([NEW])}\r\n"","a"b",`, 3, /quote in this row/],
])("a file with %s is refused in words", (_, file, row, message) => {
  expect(read(file).faults).toEqual([{ row, column: "", message: expect.stringMatching(message) }]);
});

test.each([
  ["that is missing", ['"Price",', ""], "Price", /^The column Price is missing\.$/],
  ["that nobody knows", ['"Colour"', '"Color"'], "Color", /^There is no column Color\./],
  ["twice", ['"Fit"', '"name"'], "Name", /^The column Name is there twice\.$/],
] as const)("a file with a column %s is refused in words", (_, [from, to], column, message) => {
  const { faults } = read(goodsFile([NEW]).replace(from, to));
  expect(faults).toEqual([{ row: 1, column, message: expect.stringMatching(message) }]);
});

test("columns and choices are known however they are written", () => {
  const head = [
    "ＩＤ",
    "NAME",
    "former\u00a0 PRICE",
    "STATUS\ufeff",
    "Category",
    "type",
    "trending",
    "price",
    "sizes",
  ];
  const { faults, rows } = read(`${head}\n,Tee,,Shown,WOMEN\u200b, topwear ,Yes,1200,S`);
  expect(faults).toEqual([]);
  expect(readRow(rows[0]?.cells ?? {})).toMatchObject({
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

test.each([
  ["blank lines before its head", "\n \r\n;;\nID;Name;Category;Type;Price;Sizes\n;A, B", 5],
  ["Excel's sep= line, which it does not show", "sep=;\r\nID;Name;Category;Type;Price;Sizes\n;A, B", 2],
  ["another sign in its sep= line", "\ufeffsep=\t\nID\tName\tCategory\tType\tPrice\tSizes\n\tA, B", 2],
])("a file with %s is read", (_, file, row) => {
  const { faults, rows } = read(file);
  expect(faults).toEqual([]);
  expect(rows).toMatchObject([{ row, cells: { ID: "", Name: "A, B" } }]);
});

test("a file has at most 5,000 products", () => {
  const file = (rows: number) => goodsFile(Array.from({ length: rows }, () => NEW));
  expect(read(file(5_000)).rows).toHaveLength(5_000);
  expect(read(file(5_001)).faults).toEqual([
    { row: 5_002, column: "", message: "A file has at most 5,000 products. Make two of it." },
  ]);
});
