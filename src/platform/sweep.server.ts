import type { Http } from "./http.server.ts";

/** Milliseconds between two sweeps of one process. */
const EVERY = 3_600_000;

/**
 * Runs the sweeps about once an hour while the server is up. Each is one small delete that other processes may run
 * at the same time; one that fails is tried again an hour later.
 */
export function sweepHourly(http: Http, sweeps: (() => Promise<unknown>)[], every = EVERY): void {
  let timer: NodeJS.Timeout | undefined;
  http.addHook("onReady", async () => {
    // processes started together should not sweep together
    timer = setInterval(sweep, every * (0.9 + Math.random() * 0.2));
    timer.unref();
  });
  http.addHook("onClose", async () => clearInterval(timer));

  async function sweep() {
    for (const each of sweeps)
      await each().catch((error: unknown) => http.log.warn({ err: error }, "a sweep failed"));
  }
}
