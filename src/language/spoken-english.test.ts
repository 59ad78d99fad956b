import { expect, test } from "vitest";
import { sw } from "./sw.ts";

/** What nobody says to a customer in a shop. */
const UNSPOKEN =
  /\b(?:by itself|by ourselves|need not|under way|anew|of yours|not lost|all the same|meanwhile|(?:is|are) kept|waits? for|any more|goods)\b/i;
/** Where it is the natural word, or stands for a value. */
const NATURAL: string[] = ["I just ordered this from {shop}: {goods}"];

test("no English sentence of the storefront has a word that nobody says in a shop", () => {
  const english = Object.keys(sw).filter((sentence) => !NATURAL.includes(sentence));
  expect(english.filter((sentence) => UNSPOKEN.test(sentence))).toEqual([]);
});
