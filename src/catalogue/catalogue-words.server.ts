import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "../platform/database/db.server.ts";
import { nearestWords, wordsOf } from "./nearest-words.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { products } from "./tables.server.ts";

/** Of a large catalogue the words that most names have, and milliseconds for which they are used, whatever changes. */
const WORDS = { most: 5_000, ms: 60_000 };

/** Finds the words of names of goods on sale that come nearest to a search. */
export function nearestIn(db: Db): (search: string) => Promise<string[]> {
  const fetchMethod = async () => {
    const { rows } = await db.execute<{ word: string }>(sql`
      select word from ${products}, string_to_table(${products.name}, ' ') as word
      where ${IS_ON_SALE} group by word order by count(*) desc, word limit ${WORDS.most}`);
    return wordsOf(rows.map(({ word }) => word));
  };
  const words = new LRUCache<"all", ReturnType<typeof wordsOf>>({ max: 1, ttl: WORDS.ms, fetchMethod });
  return async (search) => nearestWords(search, (await words.fetch("all")) ?? wordsOf([]));
}
