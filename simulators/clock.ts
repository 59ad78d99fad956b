/** A clock that runs with the machine's, faster or not at all, and can be moved on by hand. */
export type Clock = {
  /** Milliseconds since 1970, virtual. */
  now(): number;
  /** Does the work once virtual time has moved on so far. Gives what calls it off. */
  after(virtualMs: number, work: () => unknown): () => void;
  /** Jumps ahead, doing everything due on the way in its order and awaiting it. */
  advance(virtualMs: number): Promise<void>;
  /** Milliseconds until the next work is due; Infinity when there is none. */
  untilNext(): number;
  close(): void;
};

type Job = { due: number; work: () => unknown };

/** The longest a timer of Node can wait, in milliseconds. */
const TIMER_MAX = 2_147_483_647;

/**
 * @param scale virtual milliseconds per real one; 0 stands still and only `advance` moves it
 * @param at where it starts, milliseconds since 1970
 */
export function createClock({ scale = 1, at = Date.now() }: { scale?: number; at?: number } = {}): Clock {
  const started = performance.now();
  const running = new Set<Promise<unknown>>();
  let ahead = 0;
  let jobs: Job[] = [];
  let timer: NodeJS.Timeout | undefined;
  let walking = false;
  let closed = false;
  let turns: Promise<unknown> = Promise.resolve();

  const now = () => at + ahead + Math.floor((performance.now() - started) * scale);

  function arm(): void {
    clearTimeout(timer);
    const next = jobs[0];
    if (!next || walking || closed || scale <= 0) return;
    const wait = Math.ceil((next.due - now()) / scale);
    timer = setTimeout(startDue, Math.min(Math.max(wait, 0), TIMER_MAX)).unref();
  }

  function startDue(): void {
    while (jobs[0] && jobs[0].due <= now()) startNext();
    arm();
  }

  function startNext(): void {
    const job = jobs.shift();
    if (!job) return;
    const run = (async () => job.work())();
    running.add(run);
    run.finally(() => running.delete(run));
  }

  async function walk(virtualMs: number): Promise<void> {
    walking = true;
    clearTimeout(timer);
    try {
      const until = now() + virtualMs;
      await Promise.all(running);
      for (let next = jobs[0]; next && next.due <= until; next = jobs[0]) {
        const { due } = next;
        ahead += Math.max(0, due - now());
        // what is due at one moment happens together, as five callbacks do
        while (jobs[0]?.due === due) startNext();
        await Promise.all(running);
      }
      ahead += Math.max(0, until - now());
    } finally {
      walking = false;
      arm();
    }
  }

  return {
    now,
    after(virtualMs, work) {
      const job = { due: now() + Math.max(0, virtualMs), work };
      if (!closed) jobs.push(job);
      // the sort is stable: of two jobs due together the first one asked for is done first
      jobs.sort((a, b) => a.due - b.due);
      arm();
      return () => {
        jobs = jobs.filter((other) => other !== job);
        arm();
      };
    },
    advance(virtualMs) {
      const turn = turns.then(() => walk(virtualMs));
      turns = turn.catch(() => {});
      return turn;
    },
    untilNext: () => (jobs[0]?.due ?? Number.POSITIVE_INFINITY) - now(),
    close() {
      closed = true;
      jobs = [];
      clearTimeout(timer);
    },
  };
}

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
