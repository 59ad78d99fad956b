import { CATEGORIES, SUB_CATEGORIES } from "./rules.ts";
import type { Listed } from "./selection.ts";

/** PostgreSQL's channel for what shoppers see of the catalogue; the migration `prices-in-notes` sends on it. */
export const CATALOGUE_CHANGES = "catalogue_changes";

/**
 * A change of one product, and what it touches: `page` its own page alone; `look` whatever shows it; `name` searches that
 * let goods of its kind through, too; `price` what is sorted by price and does, too; `place` everything, for it may come,
 * go or move anywhere. Where the kind is not known, everything lets it through. `prices`: the lower and the higher one of
 * before and after, in KES.
 */
export type Change = { id: string; touches: string[]; kind?: Kind; prices?: Prices };
type Prices = readonly [lower: number, higher: number];
type Kind = Pick<Listed, "category" | "subCategory">;

/** What a note tells of; undefined when anything may have changed. Words that are not known mean nothing. */
export function readChange(note: string): Change | undefined {
  const [id = "", ...touches] = note.split(" ");
  if (touches.length === 0) return undefined;
  const kind = readKind(touches);
  const prices = readPrices(touches);
  return { id, touches, ...(kind && { kind }), ...(prices && { prices }) };
}

/** The word `kind:Men/Topwear`; a kind of another release is none. */
function readKind(words: string[]): Kind | undefined {
  const [, ofCategory, ofType] = findWord(words, KIND);
  const category = CATEGORIES.find((each) => each === ofCategory);
  const subCategory = SUB_CATEGORIES.find((each) => each === ofType);
  return category && subCategory && { category, subCategory };
}

/** The word `prices:1500/1600`, of before and after. */
function readPrices(words: string[]): Prices | undefined {
  const [, before, after] = findWord(words, PRICES);
  if (before === undefined || after === undefined) return undefined;
  return [Math.min(Number(before), Number(after)), Math.max(Number(before), Number(after))];
}

function findWord(words: string[], pattern: RegExp): string[] {
  return words.map((word) => pattern.exec(word)).find((found) => found) ?? [];
}

const PRICES = /^prices:(\d+)\/(\d+)$/;
const KIND = /^kind:([^/]*)\/(.*)$/;
