import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.server.ts";

/** Milliseconds to wait at least after due rows could not be read. */
const FAILED_WAIT = 1_000;

/**
 * Works on rows that are due, until stopped; several processes may do so on one table. `take` claims a row for this process
 * and returns the work on it. When there is none, or enough are in flight, it looks again after `lookEvery` milliseconds, at
 * `wake`, and when one has ended. The work itself records how it ended; it throws only where that could not be recorded.
 */
export function startDueLoop({
  take,
  lookEvery,
  log,
}: {
  take: () => Promise<(() => Promise<unknown>) | undefined>;
  lookEvery: number;
  log: Log;
}) {
  const inFlight = new Set<Promise<unknown>>();
  let stopping = false;
  let woken = new AbortController();
  const wake = () => woken.abort();
  const done = run();
  return {
    wake,
    /** Claims no more, and waits for what is in flight. */
    async stop(): Promise<void> {
      stopping = true;
      wake();
      await done;
    },
  };

  async function run() {
    while (!stopping) {
      // set before looking, so that a wake-up during the look is not missed
      woken = new AbortController();
      const { signal } = woken;
      let wait = lookEvery;
      const work = await take().catch((error: unknown) => {
        log.warn({ err: error }, "due rows could not be read");
        wait = FAILED_WAIT;
      });
      if (work) start(work);
      else await sleep(wait, undefined, { signal }).catch(() => {});
    }
    await Promise.all(inFlight);
  }

  function start(work: () => Promise<unknown>) {
    const running = work()
      .catch((error: unknown) => log.warn({ err: error }, "how a work ended could not be written down"))
      .finally(() => {
        inFlight.delete(running);
        wake();
      });
    inFlight.add(running);
  }
}
