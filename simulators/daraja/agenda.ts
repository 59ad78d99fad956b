import type { Clock } from "../clock.ts";

export type Agenda = ReturnType<typeof createAgenda>;

/** What this simulator has planned on a clock it may share with others: a reset drops its own plans only. */
export function createAgenda(clock: Clock) {
  const planned = new Set<() => void>();

  return {
    /** Does the work in so many virtual seconds. Gives what calls it off. */
    after(seconds: number, work: () => unknown): () => void {
      const cancel = clock.after(seconds * 1000, () => {
        planned.delete(cancel);
        return work();
      });
      planned.add(cancel);
      return () => {
        planned.delete(cancel);
        cancel();
      };
    },
    /** Holds an answer back for so many virtual seconds, or until everything is dropped. */
    wait(seconds: number): Promise<void> {
      return new Promise((resolve) => {
        const drop = () => {
          cancel();
          resolve();
        };
        const cancel = clock.after(seconds * 1000, () => {
          planned.delete(drop);
          resolve();
        });
        planned.add(drop);
      });
    },
    clear(): void {
      for (const drop of planned) drop();
      planned.clear();
    },
  };
}
