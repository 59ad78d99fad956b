import { LRUCache } from "lru-cache";
import {
  type CacheEntry,
  type Content,
  createEntries,
  OLD_FOR,
  type RenderedResponse,
  type Touches,
} from "./cache-entries.server.ts";

/** That the page of one key is that of another: past the end of a list, its last one. */
type Alias = { key: string; sameAs: string; expiresAt: number; refreshAt: number };

/** More than so many are asked for by nobody but machines. */
const MOST = 1_000;
/** As an empty list: what comes, goes or moves touches it, but no look and no price of what it does not show. */
const SHOWN: Content = { shows: () => false, span: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] };

/** The entries of a response cache, and of pages that are another one the key under which alone that is stored. */
export function createAliasedEntries(maxBytes: number) {
  const entries = createEntries(maxBytes);
  const aliases = createAliases();
  /** Under which key the page of this one is stored. */
  const storedUnder = (key: string) => aliases.find(key)?.sameAs ?? key;
  return {
    storedUnder,
    find: (key: string): CacheEntry | undefined => entries.find(storedUnder(key)),
    /** Of the entry found under this key, and of what led there, which is due to be made anew; undefined when none is. */
    due(asked: string, found: CacheEntry, canRefresh: (key: string) => boolean): string | undefined {
      const now = performance.now();
      const isDue = ({ key, refreshAt }: Alias | CacheEntry) => now >= refreshAt && canRefresh(key);
      // the entry first: who was given a new page by the address itself would be given the old one after it
      if (isDue(found)) return found.key;
      const alias = found.key === asked ? undefined : aliases.find(asked);
      return alias && isDue(alias) ? asked : undefined;
    },
    /** As of `createEntries`; of what is the same as another page it stores only that. */
    async put(key: string, response: RenderedResponse, options: Parameters<typeof entries.put>[2]) {
      if (response.sameAs !== undefined) {
        aliases.put(key, response.sameAs, options.until());
        return undefined;
      }
      const entry = await entries.put(key, response, options);
      if (entry) aliases.remove(key);
      return entry;
    },
    age(touches: Touches): void {
      entries.age(touches);
      aliases.age(touches);
    },
    endAt(moment: number): void {
      entries.endAt(moment);
      aliases.endAt(moment);
    },
    size: entries.size,
  };
}

/** Which keys lead to another. Each lasts as long as a page would, and is looked at again as one is. */
function createAliases() {
  const aliases = new LRUCache<string, Alias>({ max: MOST });
  return {
    find(key: string): Alias | undefined {
      const found = aliases.get(key);
      return found && performance.now() < found.expiresAt ? found : undefined;
    },
    put(key: string, sameAs: string, expiresAt: number): void {
      const now = performance.now();
      // of what a change has overtaken the old one is held for true a moment more
      if (expiresAt > now) aliases.set(key, { key, sameAs, expiresAt, refreshAt: (now + expiresAt) / 2 });
    },
    remove(key: string): void {
      aliases.delete(key);
    },
    /** Due at once, and held for true for a moment more. */
    age(touches: Touches): void {
      const now = performance.now();
      for (const alias of aliases.values())
        if (touches(alias.key, SHOWN)) {
          alias.expiresAt = Math.min(alias.expiresAt, now + OLD_FOR);
          alias.refreshAt = 0;
        }
    },
    /** None holds beyond this moment. */
    endAt(moment: number): void {
      for (const alias of aliases.values()) alias.expiresAt = Math.min(alias.expiresAt, moment);
    },
  };
}
