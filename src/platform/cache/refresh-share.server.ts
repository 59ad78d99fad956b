/** Of each second, the part in which what is cached may be made anew while the old is served; and for how long at a stretch, in milliseconds. */
const SHARE = 0.5;
const STRETCH = 25;

/** Lets one refresh begin at a time, and all of them have no more than their share of a core. */
export function createRefreshShare() {
  let credit = STRETCH;
  let countedAt = performance.now();
  let isTaken = false;

  const count = () => {
    const now = performance.now();
    credit = Math.min(STRETCH, credit + (now - countedAt) * SHARE);
    countedAt = now;
  };
  return {
    isFree(): boolean {
      if (isTaken) return false;
      count();
      return credit > 0;
    },
    async spend<T>(refresh: () => Promise<T>): Promise<T> {
      isTaken = true;
      const begun = performance.now();
      try {
        return await refresh();
      } finally {
        // waiting for the database counts too: rather less than the share
        credit -= performance.now() - begun;
        count();
        isTaken = false;
      }
    },
  };
}
