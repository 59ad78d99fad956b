import { LRUCache } from "lru-cache";

/**
 * Memoizes an async function by its key for `ms`. Concurrent calls share one load (single flight).
 * If a load fails, the previous value is returned instead, if there is one, and `onStale` is called each time a stale
 * value goes out; with `onlyFresh` the failure goes out instead. Holds at most `max` keys. `clear` makes every key load
 * again.
 */
export function memoizeFor<T>(
  options: { ms: number; max: number; onlyFresh?: boolean; onStale?: () => void },
  load: (key: string) => Promise<T>,
) {
  const entries = new LRUCache<string, { expiresAt: number; value: Promise<T>; isStale: boolean }>({
    max: options.max,
  });
  const get = (key: string): Promise<T> => {
    const found = entries.get(key);
    if (found && performance.now() < found.expiresAt) {
      if (found.isStale) options.onStale?.();
      return found.value;
    }
    entries.delete(key);
    const loading = load(key);
    const entry = { expiresAt: performance.now() + options.ms, value: loading, isStale: false };
    if (found && !options.onlyFresh)
      entry.value = loading.catch(() => {
        entry.isStale = true;
        options.onStale?.();
        return found.value;
      });
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
  return Object.assign(get, {
    clear() {
      // expired, not deleted: the value is still the fallback if the next load fails
      for (const entry of entries.values()) entry.expiresAt = 0;
    },
  });
}
