import { LRUCache } from "lru-cache";
import { compressedVariants } from "./compressed-variants.server.ts";
import type { Encoding } from "./encoding.server.ts";
import { etagOf } from "./etag.server.ts";
import { idsIn } from "./ids-in.server.ts";

/** What a route rendered, without the headers that belong to one request. */
export type RenderedResponse = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** When it expires, on the clock of `performance.now()`; 0 when it must not be cached. */
  expiresAt: number;
  /** A change that touches it drops it at once; other responses are served while they are made anew. */
  isFresh?: boolean;
  /** Of a list in an order. */
  span?: Span | undefined;
  /** The key of the page that this one is too, under which alone it is stored. */
  sameAs?: string | undefined;
};
/** The least and the most of what a list is ordered by. What it does not show and stays beyond one end moves nothing in it. */
export type Span = readonly [least: number, most: number];
/** A stored one. */
export type CacheEntry = RenderedResponse &
  ReturnType<typeof compressedVariants> & {
    key: string;
    etag: string;
    /** The ids in the body, whatever they are of. */
    ids: ReadonlySet<string>;
    /** From when on, by `performance.now()`, one who asks has it made anew. */
    refreshAt: number;
    /** From when on it is worth the best compression. */
    recompressAt: number;
    /** Name, value, name, value, …; set by the first response that was sent in full. */
    rawHeaders?: string[] | undefined;
  };
/** What is known of a response: whether an id stands in it, and its span. */
export type Content = Pick<RenderedResponse, "span"> & { shows: (id: string) => boolean };
/** Whether a change touches what is cached under this key. */
export type Touches = (key: string, content: Content) => boolean;

/** Most bytes of one body. */
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;
/** Estimated bytes of an entry besides its body: headers, key, ids, bookkeeping. */
const ENTRY_OVERHEAD = 4 * 1024;
/** Milliseconds after which an entry is worth the best compression; one that was made anew may soon be again. */
const RECOMPRESS_AFTER = { first: 1_000, refreshed: 10_000 };
/** Milliseconds for which what a change touches is still served, while it is made anew. */
export const OLD_FOR = 1_800;

/** The entries of a response cache, each with its compressed variants: LRU eviction beyond `maxBytes`. */
export function createEntries(maxBytes: number) {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ variants }) =>
      Object.values(variants).reduce((sum, { length }) => sum + length, ENTRY_OVERHEAD),
  });

  function add(key: string, entry: CacheEntry): void {
    // an entry that is set again keeps the size it had
    entries.delete(key);
    entries.set(key, entry);
  }

  function isStored(key: string, entry: CacheEntry): boolean {
    return entries.peek(key) === entry;
  }

  function create(key: string, response: RenderedResponse, etag: string, before?: CacheEntry): CacheEntry {
    const now = performance.now();
    const stored = () => isStored(key, entry);
    const variants = compressedVariants(response.body, () => stored() && add(key, entry), stored);
    const entry: CacheEntry = {
      ...response,
      ...variants,
      key,
      etag,
      ids: idsIn(response.body),
      refreshAt: (now + response.expiresAt) / 2,
      recompressAt: now + RECOMPRESS_AFTER[before ? "refreshed" : "first"],
      rawHeaders: before && headersAfter(before, response, etag),
    };
    return entry;
  }

  return {
    find(key: string): CacheEntry | undefined {
      const found = entries.get(key);
      return found && performance.now() < found.expiresAt ? found : undefined;
    },
    /**
     * Stores a response, in place of what is still served, `before`, only once it is there in the same encodings: nobody
     * waits for one. `until` says until when it may be served, as things stand then; 0 when not at all any more.
     */
    async put(
      key: string,
      response: RenderedResponse,
      { before, until }: { before: CacheEntry | undefined; until: () => number },
    ): Promise<CacheEntry | undefined> {
      const now = performance.now();
      if (response.body.length > MAX_ENTRY_BYTES || until() <= now) return undefined;
      const etag = etagOf(response.body);
      const previous = entries.peek(key);
      // the same bytes keep their compressed variants
      if (previous?.etag === etag) {
        const rawHeaders = headersAfter(previous, response, etag);
        const refreshAt = (now + response.expiresAt) / 2;
        const { body } = previous;
        return Object.assign(previous, response, { body, rawHeaders, refreshAt, expiresAt: until() });
      }
      const entry = create(key, response, etag, before);
      for (const encoding of encodingsOf(before)) await entry.compress(encoding);
      entry.expiresAt = until();
      if (entry.expiresAt <= performance.now()) return undefined;
      add(key, entry);
      return entry;
    },
    /** Due at once, and served for a moment more, but for what must be fresh. */
    age(touches: Touches): void {
      const now = performance.now();
      for (const [key, entry] of entries) {
        const { ids, span } = entry;
        if (!touches(key, { shows: (id) => ids.has(id), span })) continue;
        entry.expiresAt = entry.isFresh ? 0 : Math.min(entry.expiresAt, now + OLD_FOR);
        entry.refreshAt = 0;
      }
    },
    /**
     * None is served beyond this moment. They expire and are not removed: if the next rendering has the same bytes, their
     * compressed variants are used again.
     */
    endAt(moment: number): void {
      for (const entry of entries.values()) entry.expiresAt = Math.min(entry.expiresAt, moment);
    },
    size: () => entries.calculatedSize,
  };
}

function encodingsOf(entry: CacheEntry | undefined): Encoding[] {
  return entry ? (Object.keys(entry.variants) as Encoding[]) : [];
}

/** The headers of an entry for the response that takes its place; what its route gave is the new one's to give. */
function headersAfter(
  { rawHeaders, headers }: CacheEntry,
  response: RenderedResponse,
  etag: string,
): string[] | undefined {
  if (!rawHeaders) return undefined;
  const given = new Set(["etag", ...headers.map(([name]) => name)]);
  const kept = rawHeaders.filter((_, at) => !given.has(rawHeaders[at - (at % 2)] ?? ""));
  return [...kept, ...response.headers.flat(), "etag", etag];
}
