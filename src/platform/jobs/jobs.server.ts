import { setTimeout } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type Job, type JobHelpers, Logger, type Runner, run, runMigrations } from "graphile-worker";
import pg from "pg";
import { type Db, isDatabaseAway, type Tx } from "../database/db.server.ts";
import { type Log, logWithin } from "../log.server.ts";

/** What the jobs do, by name; each gets the id it was asked for. */
export type Tasks = Record<string, (id: string) => Promise<unknown>>;
/** What is done every minute, every hour and every night, by whichever process comes first. */
export type Rounds = {
  minute: () => Promise<unknown>;
  hour: () => Promise<unknown>;
  /** At 03:23 in Nairobi. */
  day: () => Promise<unknown>;
  /** At 07:00 in Nairobi; later in the morning when no process was there. */
  morning: () => Promise<unknown>;
};

/**
 * Asks for a job, `seconds` from now, when the transaction commits. One waits per task and id: asking again moves it.
 * Jobs wake; what is due stands in the tables, and the minute's round finds what was never woken.
 */
export async function addJob(tx: Tx | Db, task: string, id: string, seconds = 0): Promise<void> {
  await tx.execute(sql`select from ${newJob(task, sql`${id}::text`, seconds)}`);
}

/** The same as a part of a statement that does more; `id` is a text in it. */
export function newJob(task: string, id: SQL, seconds = 0): SQL {
  return sql`graphile_worker.add_job(${task}, json_build_object('id', ${id}),
    run_at := now() + make_interval(secs => ${seconds}), job_key := ${`${task} `}::text || ${id}, max_attempts := 5)`;
}

/** Times are UTC. */
const CRONTAB = `* * * * * minute ?max=1&jobKey=minute
17 * * * * hour ?max=1&jobKey=hour
23 0 * * * day ?max=1&jobKey=day
0 4 * * * morning ?max=3&jobKey=morning&fill=5h`;

/** Milliseconds before a worker that failed is started again. */
const AGAIN_AFTER = 5_000;

/** Works on jobs until stopped; several processes may do so at once. Stopping waits for the jobs in hand. */
export function startJobs(parts: { pool: pg.Pool; tasks: Tasks; rounds: Rounds; log: Log }) {
  const { pool, tasks, rounds, log } = parts;
  const stop = new AbortController();
  let runner: Runner | undefined;
  let round: Promise<unknown> | undefined;
  let next: Promise<unknown> | undefined;
  let waiting = 0;
  process.on("unhandledRejection", forgive);
  const done = work();
  return async () => {
    stop.abort();
    await runner?.stop().catch(() => {});
    await done;
    await next?.catch(() => {});
    await round?.catch(() => {});
    process.off("unhandledRejection", forgive);
  };

  /** The library waits for no word of its own that a job failed; what cannot be written without a database, a round makes good. */
  function forgive(reason: unknown): void {
    if (!isDatabaseAway(reason)) throw reason;
    log.warn({ err: reason }, "how a job ended could not be written down");
  }

  /** One round at a time: whoever asks while one is under way shares the next, which begins when that one ends. */
  function takeRound(): Promise<unknown> {
    if (!round) return beginRound();
    next ??= round
      .catch(() => {})
      .then(() => {
        next = undefined;
        return stop.signal.aborted ? undefined : beginRound();
      });
    return next;
  }

  function beginRound(): Promise<unknown> {
    round = logWithin({ job: "minute" }, rounds.minute).finally(() => {
      round = undefined;
    });
    return round;
  }

  /** However slow a round is, for a provider is: two workers wait for it at most, whom the minutes since then share. */
  async function waitForRound(): Promise<void> {
    if (waiting === 2) return;
    waiting += 1;
    await takeRound().finally(() => {
      waiting -= 1;
    });
  }

  async function work() {
    while (!stop.signal.aborted) {
      try {
        // what the last stop left
        takeRound().catch((error: unknown) => log.warn({ err: error }, "a round was interrupted"));
        runner = await run({
          pgPool: pool,
          taskList: {
            ...Object.fromEntries(
              Object.entries(tasks).map(([name, task]) => [
                name,
                named((payload) => {
                  const { id } = payload as { id: string };
                  return logWithin({ subject: id }, () => task(id));
                }),
              ]),
            ),
            minute: waitForRound,
            hour: named(() => rounds.hour()),
            day: named(() => rounds.day()),
            morning: named(() => rounds.morning()),
          },
          crontab: CRONTAB,
          // two places for the round, however slow, and four for what wakes
          concurrency: 6,
          pollInterval: 2_000,
          noHandleSignals: true,
          logger: quiet(log),
        });
        if (stop.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error }, "the jobs were interrupted");
      }
      await setTimeout(AGAIN_AFTER, undefined, { signal: stop.signal }).catch(() => {});
    }
  }
}

/** A task of the library's, whose lines in the log say its name and the job's id. */
function named(task: (payload: unknown) => Promise<unknown>) {
  return async (payload: unknown, { job }: JobHelpers) =>
    void (await logWithin({ job: job.task_identifier, jobId: job.id }, () => task(payload)));
}

/** Brings the job library's own tables to its version. */
export async function migrateJobs(connection: pg.ClientConfig, log?: Log): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await runMigrations({ pgPool: pool, logger: quiet(log) });
  } finally {
    await pool.end();
  }
}

/** The library's words without payloads and without an error's own; only what went wrong is worth a line. */
function quiet(log: Log | undefined): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== "error" && level !== "warning") return;
    const [said = ""] = message.split(" with error ", 1);
    const { job, error } = (meta ?? {}) as { job?: Job; error?: unknown };
    const failed = job && { job: job.task_identifier, jobId: job.id, err: error };
    log?.warn({ from: "jobs", ...failed }, said.slice(0, 200));
  });
}
