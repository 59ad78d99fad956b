/** So many entries are made anew at once, at most. */
const AT_ONCE = 3;
/** Of each second, the part in which any is; and the milliseconds of it that may be saved up while nobody asks. */
const SHARE = 0.5;
const SAVED_MAX = 250;

/** Holds what is made anew while the old is served to its share of a core. */
export function createRefreshShare() {
  let inUse = 0;
  let left = SAVED_MAX;
  let countedAt = performance.now();

  const count = () => {
    const now = performance.now();
    left = Math.min(SAVED_MAX, left + (now - countedAt) * (inUse > 0 ? SHARE - 1 : SHARE));
    countedAt = now;
  };
  async function use<T>(refresh: () => Promise<T>): Promise<T> {
    count();
    inUse += 1;
    try {
      return await refresh();
    } finally {
      count();
      inUse -= 1;
    }
  }

  return {
    isFree(): boolean {
      count();
      return inUse < AT_ONCE && left > 0;
    },
    /** What `refresh` makes, where nothing else is made anew; otherwise `old` at once, and the new one is made behind it. */
    async newOrOld<T>(refresh: () => Promise<T>, old: T): Promise<T> {
      const isOnly = inUse === 0;
      const renewed = use(refresh);
      if (isOnly) return renewed;
      // when it fails, so it does for who asks once the old one has expired
      renewed.catch(() => {});
      return old;
    },
  };
}
