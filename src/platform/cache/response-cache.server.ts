import { LRUCache } from "lru-cache";
import { compressedVariants, etagOf } from "./representation.server.ts";

/** What a route rendered, without the headers that belong to one request. */
export type RenderedResponse = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
};
/** A response that may be stored. */
export type CacheableResponse = RenderedResponse & {
  /** Names of what it shows. A change drops or ages the entries with its tags. */
  tags: ReadonlySet<string>;
  /** Milliseconds for which it is fresh if no change affects it; 0 when it must not be stored. */
  lasts: number;
  /** Milliseconds for which it is still served after that, or after a change, while it is rendered again. */
  staleFor: number;
};
/** A stored response; times are those of `performance.now()`. */
export type CacheEntry = CacheableResponse & {
  etag: string;
  compressed: ReturnType<typeof compressedVariants>;
  staleAt: number;
  expiresAt: number;
  /** Name, value, name, value, …; set by the first response that was sent in full. */
  rawHeaders?: string[];
};
export type ResponseCache = ReturnType<typeof createResponseCache>;

/** Most bytes of all entries together, and of one. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 3 * 1024 * 1024;
/** `expiresAt` of an entry that is not served even while the database is away: what it shows may be hidden now. */
const DROPPED = -1;
/** How an entry's bytes are estimated: a factor for body and compressed variants, and a sum for headers, tags, bookkeeping. */
const SIZE = { ofBody: 1.4, overhead: 4 * 1024 };

/**
 * An in-memory cache of rendered responses by tags: LRU eviction beyond `maxBytes`, single flight per key, and stale entries
 * are served while one entry at a time is rendered again. It stores nothing while change notifications are not received (see
 * `setConnected`), and nothing whose rendering began before a change.
 */
export function createResponseCache(maxBytes = MAX_BYTES) {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ body }) => Math.ceil(SIZE.ofBody * body.length) + SIZE.overhead,
  });
  /** Renderings that began after the last change. */
  const inFlight = new Map<string, Promise<RenderedResponse | CacheEntry>>();
  let changes = 0;
  let isRefreshing = false;
  let connected = false;
  let end = Number.POSITIVE_INFINITY;

  function find(key: string): CacheEntry | undefined {
    const found = entries.get(key);
    return found && performance.now() < Math.min(found.expiresAt, end) ? found : undefined;
  }

  function render(key: string, make: () => Promise<CacheableResponse>) {
    const before = changes;
    const store = (response: CacheableResponse) => {
      if (response.lasts === 0 || changes !== before) return response;
      const entry = entryOf(response, entries.peek(key));
      entries.set(key, entry);
      return entry;
    };
    const rendering = make()
      .then(store)
      .finally(() => {
        if (inFlight.get(key) === rendering) inFlight.delete(key);
      });
    inFlight.set(key, rendering);
    return rendering;
  }

  /** While the database is away, an earlier entry is served, however old it is. */
  const orBefore = async (key: string, rendering: Promise<RenderedResponse | CacheEntry>) => {
    const before = usable(entries.peek(key));
    const response = await rendering.catch((error) => before ?? Promise.reject(error));
    return response.status === 503 && before ? before : response;
  };

  /** Applies a change to entries with any of these tags; without tags to all. */
  function change(tags: readonly string[] | undefined, apply: (entry: CacheEntry) => void): void {
    changes += 1;
    inFlight.clear();
    for (const entry of entries.values()) if (!tags || tags.some((tag) => entry.tags.has(tag))) apply(entry);
  }

  const isDue = ({ staleAt }: CacheEntry) => !isRefreshing && performance.now() >= staleAt;
  const drop = (tags?: readonly string[]) =>
    change(tags, (entry) => Object.assign(entry, { expiresAt: DROPPED }));

  return {
    find,
    /** Whether an entry is stale and nobody renders it yet, so that the request asking now must wait for a new one. */
    isDue,
    /**
     * The cached response, or what `make` renders for the key. Concurrent requests share one rendering, until a change. For a
     * stale entry one request waits for the new one, while all others are served the old one.
     */
    async getOrRender(key: string, make: () => Promise<CacheableResponse>) {
      if (!connected) return orBefore(key, make());
      const found = find(key);
      if (found && !isDue(found)) return found;
      if (!found) return orBefore(key, inFlight.get(key) ?? render(key, make));
      isRefreshing = true;
      return orBefore(key, render(key, make)).finally(() => {
        isRefreshing = false;
      });
    },
    /** Makes entries with any of these tags stale from now on; without tags all. */
    age(tags?: readonly string[]): void {
      const now = performance.now();
      change(tags, (entry) => {
        entry.staleAt = 0;
        entry.expiresAt = Math.min(entry.expiresAt, now + entry.staleFor);
      });
    },
    /** Stops serving entries with any of these tags; without tags all. */
    drop,
    /** Serves nothing after this moment, on the clock of `performance.now()`, until another one is set. */
    endAt(moment: number): void {
      end = moment;
    },
    /** Sets whether changes are received. While they are not, entries are served only where the database is away; then no more. */
    setConnected(isConnected: boolean): void {
      connected = isConnected;
      change(undefined, (entry) => Object.assign(entry, { expiresAt: Math.min(entry.expiresAt, 0) }));
    },
  };
}

const usable = (entry: CacheEntry | undefined) => (entry && entry.expiresAt > DROPPED ? entry : undefined);

function entryOf(response: CacheableResponse, before: CacheEntry | undefined): CacheEntry {
  const etag = etagOf(response.body);
  // compressed variants of the same bytes are reused
  const compressed = before?.etag === etag ? before.compressed : compressedVariants(response.body);
  const staleAt = performance.now() + response.lasts;
  return { ...response, etag, compressed, staleAt, expiresAt: staleAt + response.staleFor };
}
