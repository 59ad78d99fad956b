/**
 * Keeps what `make` gave for a key for `ms`, so that a crowd asking the same costs one asking.
 * Those who come while it is being made wait for the same; when it fails, what was last given is given again,
 * if there is any. At most `max` keys.
 */
export function keepFresh<T>(options: { ms: number; max: number }, make: (key: string) => Promise<T>) {
  const kept = new Map<string, { until: number; value: Promise<T> }>();
  return (key: string): Promise<T> => {
    const found = kept.get(key);
    if (found && performance.now() < found.until) return found.value;
    kept.delete(key);
    const made = make(key);
    const value = found ? made.catch(() => found.value) : made;
    kept.set(key, { until: performance.now() + options.ms, value });
    value.catch(() => kept.delete(key));
    const oldest = kept.keys().next().value;
    if (kept.size > options.max && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
