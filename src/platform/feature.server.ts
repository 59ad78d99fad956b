import type { connectDatabase } from "./database/db.server.ts";
import { type Subscriber, subscribe } from "./database/pg-listener.server.ts";
import type { Http } from "./http/http.server.ts";
import type { Reading } from "./http/metrics.server.ts";
import type { CronTasks, Tasks } from "./jobs/jobs.server.ts";
import type { Log } from "./log.server.ts";

/**
 * What a feature does besides answering calls: its plugin registers its routes and returns this. Scheduled tasks
 * (`hour` and so on, as in `CronTasks`), jobs by kind, a subscription, and figures for metrics.
 */
export type Feature = { [Time in keyof CronTasks]?: CronTasks[Time][] } & {
  tasks?: Tasks;
  subscriber?: Subscriber;
  readings?: () => Promise<Reading[]>;
};

/** The jobs of all features, as `startJobs` expects them; each is run by `run`. */
export function jobsOf(features: Feature[], run: <T>(work: () => T) => T): { tasks: Tasks; cron: CronTasks } {
  const tasks = features.flatMap((feature) => Object.entries(feature.tasks ?? {}));
  const at = (time: keyof CronTasks) => () =>
    run(() => runAll(features.flatMap((feature) => feature[time] ?? [])));
  return {
    tasks: Object.fromEntries(tasks.map(([kind, task]) => [kind, (key) => run(() => task(key))])),
    cron: {
      second: at("second"),
      minute: at("minute"),
      hour: at("hour"),
      day: at("day"),
      morning: at("morning"),
    },
  };
}

/** Runs all tasks; one that fails does not keep the others from running. */
async function runAll(tasks: (() => Promise<unknown>)[]): Promise<void> {
  const results = await Promise.allSettled(tasks.map((task) => task()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

/** The figures of all features, for metrics. */
export async function readingsOf(features: Feature[]): Promise<Reading[]> {
  return (await Promise.all(features.map(({ readings }) => readings?.() ?? []))).flat();
}

/** Subscribes the features to PostgreSQL's notifications from the start until the end, on one connection. */
export function subscribeAll(
  http: Http,
  {
    database,
    log,
    features,
  }: { database: ReturnType<typeof connectDatabase>; log: Log; features: Feature[] },
): void {
  let subscription: ReturnType<typeof subscribe> | undefined;
  http.addHook("onReady", async () => {
    const subscribers = features.flatMap(({ subscriber }) => subscriber ?? []);
    subscription = subscribe({ connect: database.listenerClient, log, subscribers });
  });
  http.addHook("onClose", async () => subscription?.close());
}
