import { expect, test } from "vitest";
import { compareStock } from "./compare-stock.ts";

/** Exported when ten were there; eight were sold since. */
const EXPORTED = "S: 10 of 10";
const SOLD = new Map([["S", { onHand: 2, received: 10 }]]);

const compared = (stock: string, { exported = EXPORTED, sizes = ["S"] } = {}) =>
  compareStock({ Stock: stock, "Stock at export": exported }, sizes, SOLD);

test.each([
  ["fifteen instead of ten are five more, whatever was sold", "15", 5],
  ["nine instead of ten are one less", "9", -1],
])("%s", (_, stock, delta) => {
  expect(compared(stock)).toEqual({ moves: [{ size: "S", delta }], faults: [] });
});

test.each([
  ["as it was exported", "10"],
  ["empty", ""],
])("a cell that is %s moves nothing", (_, stock) => {
  expect(compared(stock)).toEqual({ moves: [], faults: [] });
});

test.each([
  [
    "more than is there is taken away",
    compared("0"),
    "Stock",
    "10 pieces of S cannot be taken away: 2 are on hand now.",
  ],
  ["too few numbers", compared("3", { sizes: ["S", "M"] }), "Stock", "There is 1 number for 2 sizes."],
  [
    "no number",
    compared("-1"),
    "Stock",
    "Write how many pieces there are of each size, in whole numbers, such as 4, 0, 12.",
  ],
  [
    "without what was exported",
    compared("5", { exported: "" }),
    "Stock",
    "2 of S are on hand now. To change that, export again and keep the column Stock at export.",
  ],
  [
    "with something else in its place",
    compared("5", { exported: "ten" }),
    "Stock at export",
    "Leave this cell as it was exported.",
  ],
  [
    "pieces came in after the export",
    compared("15", { exported: "S: 10 of 9" }),
    "Stock",
    "Pieces of S were added or taken away after this file was saved. Export again and make the change there.",
  ],
])("%s: refused", (_, { moves, faults }, column, message) => {
  expect(moves).toEqual([]);
  expect(faults).toEqual([{ column, message }]);
});
