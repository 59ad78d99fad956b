import { createAliasedEntries } from "./aliases.server.ts";
import type { CacheEntry, RenderedResponse, Touches } from "./cache-entries.server.ts";
import { memoizeFor } from "./memoize.server.ts";
import { createRefreshShare } from "./refresh-share.server.ts";

/** A response, with its cache entry when it has one. */
export type MaybeCached = RenderedResponse & { entry?: CacheEntry };
export type ResponseCache = ReturnType<typeof createResponseCache>;
/** A render in flight. Once invalidated, its result is not cached, and later requests do not wait for it. */
type Rendering = { isInvalidated: boolean; response?: Promise<MaybeCached> };
type Render = (key: string) => Promise<RenderedResponse>;

/** Most bytes of all entries together, compressed variants included. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * An in-memory cache of rendered responses: LRU eviction beyond `maxBytes`, single flight per key.
 * It stores nothing while invalidations cannot be received (see `setConnected`), nothing whose rendering began before an
 * invalidation, and nothing for longer than until a moment at which all of it changes (see `endAt`).
 */
export function createResponseCache(maxBytes = MAX_BYTES) {
  const entries = createAliasedEntries(maxBytes);
  const inFlight = new Map<string, Rendering>();
  const refreshes = createRefreshShare();
  const memoized: { clear(): void }[] = [];
  let connected = false;
  let end = Number.POSITIVE_INFINITY;

  const canRefresh = (key: string) => !inFlight.has(key) && refreshes.isFree();
  /** Past half the lifetime, or after a change: the key for which one request renders again, the others are served the entry. */
  const dueForRefresh = (asked: string, found: CacheEntry) => entries.due(asked, found, canRefresh);

  async function renderAnew(key: string, render: Render, before?: CacheEntry): Promise<MaybeCached> {
    const rendering: Rendering = { isInvalidated: false };
    const until = (response: RenderedResponse) =>
      rendering.isInvalidated ? 0 : Math.min(response.expiresAt, end);
    // registered before rendering begins: an invalidation may arrive while its first query runs
    inFlight.set(key, rendering);
    try {
      rendering.response = render(key).then(async (response) => {
        const entry = await entries.put(key, response, { before, until: () => until(response) });
        return entry ? { ...response, entry } : response;
      });
      return await rendering.response;
    } finally {
      if (inFlight.get(key) === rendering) inFlight.delete(key);
    }
  }

  function invalidateInFlight(touches: Touches): void {
    // what it will show is not known yet
    for (const [key, rendering] of inFlight) rendering.isInvalidated ||= touches(key, { shows: () => true });
  }

  function forget(touches: Touches): void {
    invalidateInFlight(touches);
    for (const each of memoized) each.clear();
  }

  /** Drops all entries and renderings at once, and every memoized query. */
  function drop(): void {
    entries.endAt(0);
    forget(() => true);
  }

  return {
    find: entries.find,
    isDueForRefresh: (key: string, found: CacheEntry) => dueForRefresh(key, found) !== undefined,
    /**
     * The cached response, or what `render` returns for the key, or for that of the page it is the same as. Concurrent
     * requests share one rendering, until an invalidation.
     */
    async getOrRender(asked: string, render: Render): Promise<MaybeCached> {
      const found = entries.find(asked);
      const due = found && dueForRefresh(asked, found);
      if (found && due === undefined) return { ...found, entry: found };
      const key = due ?? entries.storedUnder(asked);
      if (!connected) return render(key);
      if (found) return refreshes.newOrOld(() => renderAnew(key, render, found), { ...found, entry: found });
      const pending = inFlight.get(key);
      if (pending?.response && !pending.isInvalidated) return pending.response;
      return renderAnew(key, render);
    },
    /**
     * After a change: the entries it touches (all by default) are served for a moment more, while one after the other is
     * made anew once somebody asks for it, who waits only where no other is. Their renderings are not cached, and every
     * memoized query loads again.
     */
    invalidate(touches: Touches = () => true): void {
      entries.age(touches);
      forget(touches);
    },
    drop,
    /**
     * Until this moment, on the clock of `performance.now()`, everything stays as it is; nothing is served beyond it. Once
     * it has passed, nothing is stored until another one is set.
     */
    endAt(moment: number): void {
      end = moment;
      entries.endAt(moment);
    },
    /** Whether invalidations are being received. Both changes empty the cache; while disconnected it stays empty. */
    setConnected(isConnected: boolean): void {
      connected = isConnected;
      drop();
    },
    isConnected: () => connected,
    /** As `memoizeFor`, cleared by every invalidation. A rendering that was given a stale value is not cached. */
    memoize<T>(options: { ms: number; max: number; onlyFresh?: boolean }, load: (key: string) => Promise<T>) {
      const onStale = () => invalidateInFlight(() => true);
      const memo = memoizeFor({ ...options, onStale }, load);
      memoized.push(memo);
      return memo;
    },
    /** Bytes of all entries. */
    size: entries.size,
  };
}
