import { expect, test } from "vitest";
import { sw } from "./sw.ts";

/** What nobody says to a customer in a shop. */
const UNSPOKEN =
  /\b(?:by itself|by ourselves|need not|under way|anew|all the same|meanwhile|waits for|any more|goods)\b/i;

test("No English sentence for shoppers has a word that nobody says in a shop", () => {
  const unspoken = Object.keys(sw).filter((sentence) => UNSPOKEN.test(sentence.replace(/\{\w+\}/g, "")));
  expect(unspoken).toEqual([]);
});
