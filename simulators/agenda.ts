import type { Clock } from "./clock.ts";

export type Agenda = ReturnType<typeof createAgenda>;

/** What one simulator has planned on a clock it may share with others: a reset drops its own plans only. */
export function createAgenda(clock: Clock) {
  const planned = new Set<() => void>();

  function plan(seconds: number, work: () => unknown, dropped = () => {}): () => void {
    const cancel = clock.after(seconds * 1000, () => {
      planned.delete(drop);
      return work();
    });
    const drop = () => {
      planned.delete(drop);
      cancel();
      dropped();
    };
    planned.add(drop);
    return drop;
  }

  return {
    /** Does the work in so many virtual seconds. Gives what calls it off. */
    after: (seconds: number, work: () => unknown) => plan(seconds, work),
    /** Holds an answer back for so many virtual seconds, or until everything is dropped. */
    wait: (seconds: number) => new Promise<void>((resolve) => plan(seconds, resolve, resolve)),
    clear(): void {
      for (const drop of planned) drop();
    },
  };
}
