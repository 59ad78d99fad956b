/**
 * Keeps what `make` gave for a key for `ms`, so that a crowd asking the same costs one asking.
 * Those who come while it is being made wait for the same; when it fails, what was last given is given again,
 * if there is any, and `whenOld` is told each time. At most `max` keys. After `drop` everything is asked anew.
 */
export function keepFresh<T>(
  options: { ms: number; max: number; whenOld?: () => void },
  make: (key: string) => Promise<T>,
) {
  const kept = new Map<string, { until: number; value: Promise<T>; old: boolean }>();
  const get = (key: string): Promise<T> => {
    const found = kept.get(key);
    if (found && performance.now() < found.until) {
      if (found.old) options.whenOld?.();
      return found.value;
    }
    kept.delete(key);
    const made = make(key);
    const mine = { until: performance.now() + options.ms, value: made, old: false };
    if (found)
      mine.value = made.catch(() => {
        mine.old = true;
        options.whenOld?.();
        return found.value;
      });
    kept.set(key, mine);
    mine.value.catch(() => {
      if (kept.get(key) === mine) kept.delete(key);
    });
    const oldest = kept.keys().next().value;
    if (kept.size > options.max && oldest !== undefined) kept.delete(oldest);
    return mine.value;
  };
  return Object.assign(get, {
    drop() {
      for (const each of kept.values()) each.until = 0;
    },
  });
}
