import { setTimeout } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type Job, type JobHelpers, Logger, type Runner, run, runMigrations } from "graphile-worker";
import pg from "pg";
import { type Db, isDatabaseAway, type Tx } from "../database/db.server.ts";
import { type Log, logWithin } from "../log.server.ts";

/** Tasks by name; each job passes its id. */
export type Tasks = Record<string, (id: string) => Promise<unknown>>;
/** Tasks run by the clock, each time by one of the processes. */
export type CronTasks = {
  /** By every process, a second after the one before it has ended. */
  second: () => Promise<unknown>;
  minute: () => Promise<unknown>;
  hour: () => Promise<unknown>;
  /** At 03:23 in Nairobi. */
  day: () => Promise<unknown>;
  /** At 07:00 in Nairobi; later in the morning when no process was running. */
  morning: () => Promise<unknown>;
};

/**
 * Schedules a job `seconds` after now, when the transaction commits. There is one per task and id: adding it again
 * reschedules it. Jobs only wake: what is due is in the tables, and the rounds find what no job has woken. What
 * is due later and stands in an index needs none: each job that waits makes the library's look-up of the next one longer.
 */
export async function addJob(tx: Tx | Db, task: string, id: string, seconds = 0): Promise<void> {
  await tx.execute(sql`select from ${newJob(task, sql`${id}::text`, seconds)}`);
}

/** The same as an expression within another statement; `id` is a text expression of it. */
export function newJob(task: string, id: SQL, seconds = 0): SQL {
  return sql`graphile_worker.add_job(${task}, json_build_object('id', ${id}),
    run_at := now() + make_interval(secs => ${seconds}), job_key := ${`${task} `}::text || ${id}, max_attempts := 5)`;
}

/** Times are UTC. */
const CRONTAB = `* * * * * minute ?max=1&jobKey=minute
17 * * * * hour ?max=1&jobKey=hour
23 0 * * * day ?max=1&jobKey=day
0 4 * * * morning ?max=3&jobKey=morning&fill=5h`;

/** Milliseconds between two runs of the second's task. */
const SECOND = 1_000;
/** Milliseconds before a failed worker is restarted. */
const RESTART_AFTER = 5_000;

/** Runs jobs until stopped; several processes may do so at once. Stopping waits for the running jobs. */
export function startJobs(parts: { pool: pg.Pool; tasks: Tasks; cron: CronTasks; log: Log }) {
  const { pool, tasks, cron, log } = parts;
  const stop = new AbortController();
  let runner: Runner | undefined;
  const minute = shareRuns(cron.minute, stop.signal);
  process.on("unhandledRejection", ignoreUnsavedFailure);
  const done = Promise.all([work(), eachSecond()]);
  return async () => {
    stop.abort();
    await runner?.stop().catch(() => {});
    await done;
    await minute.ended();
    process.off("unhandledRejection", ignoreUnsavedFailure);
  };

  /** The library does not await its own record of a failed job. Without a database that rejects; the minute's task repeats the work. */
  function ignoreUnsavedFailure(reason: unknown): void {
    if (!isDatabaseAway(reason)) throw reason;
    log.warn({ err: reason }, "how a job ended could not be written down");
  }

  async function eachSecond() {
    while (!stop.signal.aborted) {
      await logWithin({ job: "second" }, cron.second).catch((error: unknown) =>
        log.warn({ err: error }, "a round was interrupted"),
      );
      await setTimeout(SECOND, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  async function work() {
    while (!stop.signal.aborted) {
      try {
        // catches up on what was due while no process was running
        minute.run().catch((error: unknown) => log.warn({ err: error }, "a round was interrupted"));
        runner = await run({
          pgPool: pool,
          taskList: taskList(tasks, cron, minute.join),
          crontab: CRONTAB,
          // two for the minute's task, however slow, and four for jobs
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
      await setTimeout(RESTART_AFTER, undefined, { signal: stop.signal }).catch(() => {});
    }
  }
}

/** The minute's task, one run at a time: all who ask during a run share the next one, which starts when that one ends. */
function shareRuns(task: () => Promise<unknown>, stopped: AbortSignal) {
  let running: Promise<unknown> | undefined;
  let next: Promise<unknown> | undefined;
  let waiting = 0;

  function run(): Promise<unknown> {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return stopped.aborted ? undefined : start();
      });
    return next;
  }

  function start(): Promise<unknown> {
    running = logWithin({ job: "minute" }, task).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    run,
    /** A run may be slow, as a provider may be: at most two workers wait for it, and later minutes share their run. */
    async join(): Promise<void> {
      if (waiting === 2) return;
      waiting += 1;
      await run().finally(() => {
        waiting -= 1;
      });
    },
    /** Waits for the runs under way. */
    async ended(): Promise<void> {
      await next?.catch(() => {});
      await running?.catch(() => {});
    },
  };
}

/** What the library calls, by name. */
function taskList(tasks: Tasks, cron: CronTasks, minute: () => Promise<void>) {
  const byName = Object.entries(tasks).map(([name, task]) => [
    name,
    withLogContext((payload) => {
      const { id } = payload as { id: string };
      return logWithin({ subject: id }, () => task(id));
    }),
  ]);
  return {
    ...Object.fromEntries(byName),
    minute,
    hour: withLogContext(() => cron.hour()),
    day: withLogContext(() => cron.day()),
    morning: withLogContext(() => cron.morning()),
  };
}

/** A task for the library whose log lines carry its name and the job's id. */
function withLogContext(task: (payload: unknown) => Promise<unknown>) {
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

/** Removes every job. No work is lost: jobs only wake (see `addJob`). */
export async function removeJobs(client: pg.ClientBase): Promise<void> {
  await client.query("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
}

/** The library's warnings and errors, without payloads and without an error's message. */
function quiet(log: Log | undefined): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== "error" && level !== "warning") return;
    const [said = ""] = message.split(" with error ", 1);
    const { job, error } = (meta ?? {}) as { job?: Job; error?: unknown };
    const failed = job && { job: job.task_identifier, jobId: job.id, err: error };
    log?.warn({ from: "jobs", ...failed }, said.slice(0, 200));
  });
}
