import { LRUCache } from "lru-cache";
import { compressedVariants } from "./compressed-variants.server.ts";
import { etagOf } from "./etag.server.ts";
import { memoizeFor } from "./memoize.server.ts";

/** What a route rendered, without the headers that belong to one request. */
export type RenderedResponse = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** When it expires, on the clock of `performance.now()`; 0 when it must not be cached. */
  expiresAt: number;
};
/** A response, with its cache entry when it has one. */
export type MaybeCached = RenderedResponse & { entry?: CacheEntry };
export type CacheEntry = RenderedResponse &
  ReturnType<typeof compressedVariants> & {
    etag: string;
    createdAt: number;
    refreshAt: number;
    /** Name, value, name, value, …; set by the first response that was sent in full. */
    rawHeaders?: string[];
  };
export type ResponseCache = ReturnType<typeof createResponseCache>;
/** A render in flight. Once invalidated, its result is not cached, and later requests do not wait for it. */
type Rendering = { isInvalidated: boolean; response?: Promise<MaybeCached> };

/** Most bytes of all entries together, compressed variants included, and of one body. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;
/** Estimated bytes of an entry besides its body: headers, key, bookkeeping. */
const ENTRY_OVERHEAD = 4 * 1024;

/**
 * An in-memory cache of rendered responses: LRU eviction beyond `maxBytes`, single flight per key.
 * It stores nothing while invalidations cannot be received (see `setConnected`), nothing whose rendering began before an
 * invalidation, and nothing for longer than until a moment at which all of it changes (see `endAt`).
 */
export function createResponseCache(maxBytes = MAX_BYTES) {
  const entries = createEntries(maxBytes);
  const inFlight = new Map<string, Rendering>();
  const memoized: { clear(): void }[] = [];
  let connected = false;
  let end = Number.POSITIVE_INFINITY;

  /** True past half the lifetime: one request renders again while the others are served the entry. */
  function isDueForRefresh(key: string, { refreshAt }: CacheEntry): boolean {
    return performance.now() >= refreshAt && !inFlight.has(key);
  }

  function store(key: string, response: RenderedResponse, { isInvalidated }: Rendering): MaybeCached {
    const expiresAt = Math.min(response.expiresAt, end);
    const isCacheable = !isInvalidated && expiresAt > performance.now();
    const entry = isCacheable ? entries.put(key, { ...response, expiresAt }) : undefined;
    return entry ? { ...response, entry } : response;
  }

  function invalidateInFlight(matches: (key: string) => boolean): void {
    for (const [key, rendering] of inFlight) rendering.isInvalidated ||= matches(key);
  }

  function invalidate(matches: (key: string) => boolean = () => true): void {
    entries.expire(matches);
    invalidateInFlight(matches);
    for (const each of memoized) each.clear();
  }

  return {
    find: entries.find,
    isDueForRefresh,
    /** The cached response, or what `render` returns. Concurrent requests share one rendering, until an invalidation. */
    async getOrRender(key: string, render: () => Promise<RenderedResponse>): Promise<MaybeCached> {
      const found = entries.find(key);
      if (found && !isDueForRefresh(key, found)) return { ...found, entry: found };
      if (!connected) return render();
      const pending = inFlight.get(key);
      if (pending?.response && !pending.isInvalidated) return pending.response;
      const rendering: Rendering = { isInvalidated: false };
      // registered before rendering begins: an invalidation may arrive while its first query runs
      inFlight.set(key, rendering);
      try {
        rendering.response = render().then((response) => store(key, response, rendering));
        return await rendering.response;
      } finally {
        if (inFlight.get(key) === rendering) inFlight.delete(key);
      }
    },
    /** Invalidates the entries and renderings whose key matches (all by default), and every memoized query. */
    invalidate,
    /**
     * Until this moment, on the clock of `performance.now()`, everything stays as it is; nothing is served beyond it. Once
     * it has passed, nothing is stored until another one is set.
     */
    endAt(moment: number): void {
      end = moment;
      entries.shorten(moment);
    },
    /** Whether invalidations are being received. Both changes empty the cache; while disconnected it stays empty. */
    setConnected(isConnected: boolean): void {
      connected = isConnected;
      invalidate();
    },
    /** As `memoizeFor`, cleared by every invalidation. A rendering that was given a stale value is not cached. */
    memoize<T>(options: { ms: number; max: number }, load: (key: string) => Promise<T>) {
      const onStale = () => invalidateInFlight(() => true);
      const memo = memoizeFor({ ...options, onStale }, load);
      memoized.push(memo);
      return memo;
    },
    /** Bytes of all entries. */
    size: entries.size,
  };
}

/** The entries themselves, each with its compressed variants. */
function createEntries(maxBytes: number) {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ variants }) =>
      Object.values(variants).reduce((sum, { length }) => sum + length, ENTRY_OVERHEAD),
  });

  function put(key: string, response: RenderedResponse): CacheEntry | undefined {
    if (response.body.length > MAX_ENTRY_BYTES) return undefined;
    const now = performance.now();
    const refreshAt = (now + response.expiresAt) / 2;
    const etag = etagOf(response.body);
    const previous = entries.peek(key);
    // the same bytes keep their compressed variants
    if (previous?.etag === etag)
      return Object.assign(previous, response, { body: previous.body, rawHeaders: undefined, refreshAt });
    const isCached = () => entries.peek(key) === entry;
    const variants = compressedVariants(response.body, () => isCached() && add(key, entry), isCached);
    const entry: CacheEntry = { ...response, ...variants, etag, refreshAt, createdAt: now };
    add(key, entry);
    return entry;
  }

  function add(key: string, entry: CacheEntry): void {
    // an entry that is set again keeps the size it had
    entries.delete(key);
    entries.set(key, entry);
  }

  return {
    put,
    find(key: string): CacheEntry | undefined {
      const found = entries.get(key);
      return found && performance.now() < found.expiresAt ? found : undefined;
    },
    /** Expired, not removed: if the next rendering has the same bytes, their compressed variants are used again. */
    expire(matches: (key: string) => boolean): void {
      for (const [key, entry] of entries) if (matches(key)) entry.expiresAt = 0;
    },
    shorten(moment: number): void {
      for (const entry of entries.values()) entry.expiresAt = Math.min(entry.expiresAt, moment);
    },
    size: () => entries.calculatedSize,
  };
}
