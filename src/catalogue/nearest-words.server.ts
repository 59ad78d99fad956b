import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "../platform/database/db.server.ts";
import { foldText } from "../platform/fold-text.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { products } from "./tables.server.ts";

/** The most frequent words of product names that are used, and milliseconds for which they are cached, whatever changes. */
const USED = { most: 5_000, ms: 60_000 };

/** Most words that are suggested, and least letters of a word that is corrected. */
const OFFERED = 3;
const SHORTEST = 3;

/** Folded words of the catalogue, each with its spelling. */
type Words = ReadonlyMap<string, string>;

/** Finds the words of names of products on sale that come nearest to a search. */
export function nearestIn(db: Db): (search: string) => Promise<string[]> {
  const fetchMethod = async () => {
    const { rows } = await db.execute<{ word: string }>(sql`
      select word from ${products}, string_to_table(${products.name}, ' ') as word
      where ${IS_ON_SALE} group by word order by count(*) desc, word limit ${USED.most}`);
    return wordsOf(rows.map(({ word }) => word));
  };
  const words = new LRUCache<"all", Words>({ max: 1, ttl: USED.ms, fetchMethod });
  return async (search) => nearestWords(search, (await words.fetch("all")) ?? wordsOf([]));
}

/** Words of names, without the signs around them; of two that fold alike the first is kept. */
export function wordsOf(names: Iterable<string>): Words {
  const words = new Map<string, string>();
  for (const name of names)
    for (const [word] of name.toLowerCase().matchAll(/[\p{L}\p{N}]([^\s]*[\p{L}\p{N}\p{M}])?/gu))
      if (word.length >= SHORTEST && !words.has(foldText(word))) words.set(foldText(word), word);
  return words;
}

/**
 * For each word of a search that found nothing, the nearest word, if any: a letter may be wrong, missing,
 * one too many or swapped with its neighbour, in long words two.
 */
export function nearestWords(search: string, words: Words): string[] {
  const near = foldText(search)
    .split(" ")
    .filter((typed) => typed.length >= SHORTEST)
    .flatMap((typed) => nearestTo(typed, words) ?? []);
  return [...new Set(near)].slice(0, OFFERED);
}

function nearestTo(typed: string, words: Words): string | undefined {
  let least = typed.length > 5 ? 2 : 1;
  let nearest: string | undefined;
  for (const [word, shown] of words) {
    if (Math.abs(word.length - typed.length) > least) continue;
    const steps = stepsBetween(typed, word);
    if (steps > least || (steps === least && nearest !== undefined)) continue;
    [least, nearest] = [steps, shown];
  }
  return nearest;
}

/** Steps from one word to another (Damerau and Levenshtein). */
function stepsBetween(one: string, other: string): number {
  let former: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (last[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (former[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [former, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
