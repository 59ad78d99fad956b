import type { Clock } from "../clock.ts";

export type Jobs = ReturnType<typeof jobsOn>;

/** This simulator's own work on a clock that others may share, so that it can be dropped without touching theirs. */
export function jobsOn(clock: Clock) {
  const pending = new Set<{ cancel: () => void; release: () => void }>();

  function after(ms: number, work: () => Promise<void> | void, release = () => {}): void {
    const job = { cancel: () => {}, release };
    pending.add(job);
    job.cancel = clock.after(ms, async () => {
      pending.delete(job);
      await work();
    });
  }

  return {
    after,
    /** Resolves so many virtual ms from now, or when all is dropped: nobody is left hanging. */
    wait: (ms: number) => new Promise<void>((resolve) => after(ms, resolve, resolve)),
    drop(): void {
      for (const job of pending) {
        job.cancel();
        job.release();
      }
      pending.clear();
    },
  };
}
