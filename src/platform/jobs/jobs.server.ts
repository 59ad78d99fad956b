import { type SQL, sql } from "drizzle-orm";
import type { connectDatabase, Db, Tx } from "../database/db.server.ts";
import { subscribe } from "../database/pg-listener.server.ts";
import type { Reading } from "../http/metrics.server.ts";
import { type Log, logWithin } from "../log.server.ts";
import { startDueLoop } from "./due-loop.server.ts";
import { jobs } from "./tables.server.ts";

/** The function for each kind of job, called with the job's key. */
export type Tasks = Record<string, (key: string) => Promise<unknown>>;
/**
 * The scheduled tasks: `second` runs in every process; the others in one process at a time, each minute and at every start,
 * each hour, at 03:23 in Nairobi and at 07:00, or later when no process was running.
 */
export type CronTasks = Record<"second" | "minute" | "hour" | "day" | "morning", () => Promise<unknown>>;

/** When a scheduled task is due next, in UTC. */
const NEXT_RUN_AT: Record<string, SQL> = {
  minute: sql`greatest(now(), due_at + interval '1 minute')`,
  hour: sql`date_trunc('hour', now() - interval '17 minutes') + interval '1 hour 17 minutes'`,
  day: sql`date_trunc('day', now() - interval '23 minutes') + interval '1 day 23 minutes'`,
  morning: sql`date_trunc('day', now() - interval '4 hours') + interval '1 day 4 hours'`,
};

/** Jobs that one process works on in parallel. */
const AT_ONCE = 6;
/** Milliseconds between two looks for due jobs, when no notification comes. */
const LOOK_EVERY = 1_000;
/** When the lease of a job ends, so that another process may take it from one that died; and how often it is renewed. */
const LEASED = sql`clock_timestamp() + interval '20 seconds'`;
const RENEW_EVERY = 5_000;

/**
 * Schedules a job `seconds` from now, when the transaction commits. There is one per kind and key: adding it again
 * reschedules it; one that is in progress then runs once more. Jobs only start work early: what is due is in the tables, and
 * the minute's task finds what has no job.
 */
export async function addJob(tx: Tx | Db, kind: string, key: string, seconds = 0): Promise<void> {
  await tx.execute(sql`select from ${newJob(kind, sql`${key}::text`, seconds)}`);
}

/** The same for the FROM of another statement; `key` is a text expression of it. */
export function newJob(kind: string, key: SQL, seconds = 0): SQL {
  return sql`add_job(${kind}, ${key}, ${seconds}::integer)`;
}

/**
 * Runs due jobs until stopped; several processes may do so in parallel, and none runs a job that another is running. Returns the
 * function that stops: it claims no more, and waits for what is in flight.
 */
export function startJobs(parts: {
  database: Pick<ReturnType<typeof connectDatabase>, "db" | "listenerClient">;
  tasks: Tasks;
  cron: CronTasks;
  log: Log;
  lookEvery?: number;
}) {
  const { log, lookEvery = LOOK_EVERY } = parts;
  const { db, listenerClient } = parts.database;
  const tasks: Tasks = { ...parts.tasks, ...parts.cron };
  const inFlight = new Set<Job>();
  let isClockSet = false;

  const due = startDueLoop({ take: () => take(Object.keys(parts.tasks), AT_ONCE), lookEvery, log });
  // a loop of its own, so that a long queue of jobs does not delay the scheduled tasks
  const clock = startDueLoop({ take: takeClock, lookEvery: LOOK_EVERY, log });
  const everySecond = async () => void (await logWithin({ job: "second" }, parts.cron.second));
  const second = startDueLoop({ take: everySecond, lookEvery: LOOK_EVERY, log });
  const subscription = subscribe({
    connect: listenerClient,
    log,
    subscribers: [
      { channels: ["jobs"], onNotification: due.wake, onConnected: due.wake, onDisconnected: () => {} },
    ],
  });
  const renewing = setInterval(() => {
    const failed = (error: unknown) => log.warn({ err: error }, "a lease could not be renewed");
    for (const job of inFlight) db.update(jobs).set({ leasedUntil: LEASED }).where(isHeld(job)).catch(failed);
  }, RENEW_EVERY);

  async function takeClock() {
    if (!isClockSet) await setClock(db);
    isClockSet = true;
    return take(Object.keys(NEXT_RUN_AT), Object.keys(NEXT_RUN_AT).length);
  }

  async function take(kinds: string[], atOnce: number) {
    const working = [...inFlight].filter(({ kind }) => kinds.includes(kind));
    const job = working.length < atOnce ? await takeJob(db, kinds) : undefined;
    if (!job) return undefined;
    inFlight.add(job);
    return () => logWithin({ job: job.kind, ...(job.key && { subject: job.key }) }, () => work(job));
  }

  async function work(job: Job): Promise<void> {
    let hasFailed = false;
    try {
      await tasks[job.kind]?.(job.key);
    } catch (error) {
      hasFailed = true;
      log.warn({ from: "jobs", tries: job.tries, err: error }, "a job failed");
    }
    await end(db, job, hasFailed).finally(() => inFlight.delete(job));
  }

  return async () => {
    await Promise.all([due.stop(), clock.stop(), second.stop(), subscription.close()]);
    clearInterval(renewing);
  };
}

/** The numbers of jobs that are due and not in progress, and of those that keep failing, for metrics. */
export async function jobReadings(db: Db): Promise<Reading[]> {
  const failing = await db.$count(jobs, sql`tries >= ${FAILING_FROM}`);
  return [
    { name: "jobs_waiting", help: "Jobs that are due", value: await db.$count(jobs, IS_WAITING) },
    { name: "jobs_failing", help: "Jobs tried three times or more, and not done", value: failing },
  ];
}

const FAILING_FROM = 3;

/** Seconds after each try: 3, 7, 20, 55 … up to an hour. */
const PAUSE = sql`least(3600, exp(least(tries, 9)))`;
/** A job whose process died twice waits as long as one that failed: it may be what kills the process. */
const IS_WAITING = sql`due_at <= now()
  and (leased_until is null or leased_until < now() - make_interval(secs => greatest(0, ${PAUSE} - 3)))`;

const LATER = sql`now() + make_interval(secs => ${PAUSE})`;

type Job = { kind: string; key: string; tries: number; lease: string };

async function setClock(db: Db): Promise<void> {
  await db
    .insert(jobs)
    .values(
      Object.entries({ ...NEXT_RUN_AT, minute: sql`now()` }).map(([kind, dueAt]) => ({
        kind,
        key: "",
        dueAt,
      })),
    )
    .onConflictDoUpdate({
      target: [jobs.kind, jobs.key],
      set: { dueAt: sql`least(${jobs.dueAt}, excluded.due_at)` },
    });
}

async function takeJob(db: Db, kinds: string[]): Promise<Job | undefined> {
  const { rows } = await db.execute<Job>(sql`
    update ${jobs} set tries = tries + 1, leased_until = ${LEASED}, lease = gen_random_uuid()
    where (kind, key) = (
      select kind, key from ${jobs}
      where ${IS_WAITING} and kind in ${kinds}
      order by due_at limit 1 for update skip locked)
    returning kind, key, tries, lease`);
  return rows[0];
}

/** The job's row, unless another process has taken it since. A job that was added again still belongs to this process. */
const isHeld = ({ kind, key, lease }: Job) => sql`kind = ${kind} and key = ${key} and lease = ${lease}`;

/** Deletes a job that is done; reschedules a failed job or a scheduled task; one that was added again runs when that said. */
async function end(db: Db, job: Job, hasFailed: boolean): Promise<void> {
  const next = NEXT_RUN_AT[job.kind];
  if (!hasFailed && !next) {
    const { rowCount } = await db.delete(jobs).where(sql`${isHeld(job)} and tries > 0`);
    if (rowCount === 1) return;
  }
  const later = hasFailed ? sql`least(${LATER}, ${next ?? LATER})` : (next ?? sql`due_at`);
  await db
    .update(jobs)
    .set({
      leasedUntil: null,
      lease: null,
      dueAt: sql`case when tries = 0 then due_at else ${later} end`,
      tries: hasFailed ? sql`tries` : 0,
    })
    .where(isHeld(job));
}
