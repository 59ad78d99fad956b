import { expect, test } from "vitest";
import { nearestWords, wordsOf } from "./nearest-words.server.ts";

const WORDS = wordsOf([
  "Mic Hoodie",
  "Black T-shirt, heavy",
  "Studio tee",
  "Ngũgĩ Cap",
  "Sweatshirt (grey)",
  "hoodie for kids",
  "Jacket",
]);

test.each([
  ["hodie", ["hoodie"]],
  ["HOODEI", ["hoodie"]],
  ["hoodies", ["hoodie"]],
  ["tshirt", ["t-shirt"]],
  ["swetshrt", ["sweatshirt"]],
  ["ngugo", ["ngũgĩ"]],
  ["jaket blak", ["jacket", "black"]],
  // what is right already is offered too: it is the other word that is not there
  ["hoodie purple", ["hoodie"]],
  ["hodie hodie", ["hoodie"]],
  ["hodie jaket blak stuio", ["hoodie", "jacket", "black"]],
  ["xylophone", []],
  // of two or one letters any word may be meant
  ["te", []],
  ["", []],
])("a search for %j that finds nothing is answered with %j", (search, words) =>
  expect(nearestWords(search, WORDS)).toEqual(words),
);

test("of thousands of words the nearest is found without being long", () => {
  const many = wordsOf(Array.from({ length: 5_000 }, (_, at) => `word${at.toString(36)}`));
  expect(nearestWords("x".repeat(100), many)).toEqual([]);
  expect(nearestWords("wordrsx", many)).toEqual(["wordrs"]);
});
