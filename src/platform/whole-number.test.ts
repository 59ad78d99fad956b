import { describe, expect, test } from "vitest";
import { numberOrTyped, readKes, readWhole } from "./whole-number.ts";

describe("a whole number as it is typed", () => {
  test.each([
    ["0", 0],
    ["007", 7],
    [" 15 ", 15],
    ["1,500", 1_500],
    ["12\u00a0345\u202f678", 12_345_678],
    ["-5", -5],
    ["\u22125", -5],
    ["+5", 5],
    ["\u202a1,500\u202c", 1_500],
  ])("%j is %i", (typed, number) => expect(readWhole(typed)).toBe(number));

  test.each([
    "",
    " ",
    "2,5",
    "15,00",
    "1.5",
    "1.500",
    "0,500",
    "1,50,000",
    "1500,000",
    "1,500,",
    "0x1F",
    "--5",
    "five",
    "٥",
    "Ksh 5",
  ])("%j is none", (typed) => expect(readWhole(typed)).toBeNaN());
});

describe("a sum of money as it is typed", () => {
  test.each([
    ["1500", 1_500],
    ["Ksh 1,500", 1_500],
    ["KES 1500", 1_500],
    ["Ksh1,500.00", 1_500],
    ["ksh. 90", 90],
  ])("%j is %i KES", (typed, kes) => expect(readKes(typed)).toBe(kes));

  test.each(["", "Ksh", "1,5", "15,00", "1,500.50", "15.0", "1.500", "1e3", "$ 5"])("%j is none", (typed) =>
    expect(readKes(typed)).toBeNaN(),
  );
});

test("what is no number is sent as it was typed", () => {
  expect([numberOrTyped("1,500", readKes), numberOrTyped("15,00", readKes)]).toEqual([1_500, "15,00"]);
});
