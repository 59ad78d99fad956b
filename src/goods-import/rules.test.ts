import { expect, test } from "vitest";
import { hasLostLetters, ROWS, rowsIn, rowsText, shownCells } from "./rules.ts";

test("rows travel as ranges, and are the same afterwards", () => {
  const rows = [9, 2, 4, 3, 12, 11];
  const text = rowsText(rows);
  expect(text).toBe("2-4,9,11-12");
  expect(text).toMatch(ROWS);
  expect(Array.from({ length: 15 }, (_, row) => row).filter(rowsIn(text))).toEqual([2, 3, 4, 9, 11, 12]);
  expect([0, 1].some(rowsIn(rowsText([])))).toBe(false);
});

test.each([
  ["Café", "Caf?", true],
  ["Tee", "T?e", true],
  ["Ever ☕ 🎙️", "Ever ? ???", true],
  ["Ever 🎙", "Ever ?", true],
  ["Wait!", "Wait?", false],
  ["Café", "Cafe?", false],
  ["Why?", "Why?", false],
])("of %j saved as %j letters are lost: %j", (before, cell, isLost) => {
  expect(hasLostLetters(cell, before)).toBe(isLost);
});

test("of long cells the part is shown where they begin to differ", () => {
  const same = "x".repeat(200);
  expect(shownCells(`${same}old`, `${same}new`)).toEqual({
    from: `…${"x".repeat(20)}old`,
    to: `…${"x".repeat(20)}new`,
  });
  expect(shownCells("", same)).toEqual({ from: "", to: `${"x".repeat(120)}…` });
});
