import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { createLog } from "../log.server.ts";
import { addJob, type CronTasks, startJobs, type Tasks } from "./jobs.server.ts";

let stops: (() => Promise<void>)[] = [];
const shop = await openTestShop();
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
  await shop.query("delete from jobs");
});
afterAll(() => shop.close());

const idle = async () => {};
const CLOCK: CronTasks = { second: idle, minute: idle, hour: idle, day: idle, morning: idle };
const soon = { interval: 20, timeout: 5_000 };

/** The jobs of one process. */
function start(tasks: Tasks, { cron = CLOCK, lookEvery = 50, log = shop.log } = {}) {
  const stop = startJobs({ database: shop.database, log, tasks, cron, lookEvery });
  stops.push(stop);
  return stop;
}

/** Tasks whose steps are kept; the job of this key ends when it is told to. */
function held(slow: string) {
  const steps: string[] = [];
  let finish = () => {};
  const thing = async (key: string) => {
    steps.push(`${key} begun`);
    if (key === slow)
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    steps.push(`${key} done`);
  };
  return { steps, tasks: { thing }, finish: () => finish() };
}

const waiting = () => shop.query("select kind, key, tries from jobs where key <> '' order by key");
const add = (key: string, seconds?: number) => addJob(shop.db, "thing", key, seconds);

test("a job is done as it is added, without a look, and then is gone; one for later waits", async () => {
  const done: string[] = [];
  await add("later", 3_600);
  start({ thing: async (key) => done.push(key) }, { lookEvery: 3_600_000 });
  for (const key of ["a", "b", "c"]) {
    await add(key);
    await expect.poll(() => done.at(-1), soon).toBe(key);
    await expect.poll(waiting, soon).toEqual([{ kind: "thing", key: "later", tries: 0 }]);
  }
});

test("a job that throws is tried again after a pause that grows to an hour, and keeps no other from its turn", async () => {
  const done: string[] = [];
  const pause = async () =>
    shop.query(
      "select tries, round(extract(epoch from due_at - now()) / 60)::int as minutes from jobs where key = 'broken' and leased_until is null and due_at > now()",
    );
  start({
    thing: async (key) => {
      if (key === "broken") throw new Error("not now");
      done.push(key);
    },
  });
  await add("broken");
  await add("whole");
  await expect.poll(pause, soon).toEqual([{ tries: 1, minutes: 0 }]);
  expect(done).toEqual(["whole"]);
  await shop.query("update jobs set tries = 20, due_at = now() where key = 'broken'");
  await expect.poll(pause, soon).toEqual([{ tries: 21, minutes: 60 }]);
});

test("a job's lines carry its kind and key, that of its failure as well", async () => {
  const lines: { msg: string; from?: string; job?: string; subject?: string }[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(JSON.parse(line)) });
  start(
    {
      thing: async (key) => {
        log.warn("looked at");
        if (key === "second") throw new Error("never 0712345678");
      },
    },
    { log, cron: { ...CLOCK, minute: async () => log.warn("round") } },
  );
  for (const key of ["first", "second"]) await add(key);
  const said = (msg: string) => lines.filter((line) => line.msg === msg);
  const failed = () => lines.filter(({ from }) => from === "jobs");
  await expect.poll(() => new Set(said("looked at").map(({ subject }) => subject)).size, soon).toBe(2);
  await expect.poll(() => failed().length, soon).toBeGreaterThan(0);
  for (const subject of ["first", "second"])
    expect(said("looked at")).toContainEqual(expect.objectContaining({ job: "thing", subject }));
  for (const line of said("round")) expect(line.job).toBe("minute");
  expect(failed()[0]).toMatchObject({ job: "thing", subject: "second", err: { type: "Error" } });
});

test("two processes do each job once", async () => {
  const done: string[] = [];
  const tasks: Tasks = { thing: async (key) => done.push(key) };
  start(tasks);
  start(tasks);
  const keys = Array.from({ length: 40 }, (_, number) => `${number}`);
  await Promise.all(keys.map((key) => add(key)));
  await expect.poll(waiting, soon).toEqual([]);
  expect(done.sort()).toEqual(keys.sort());
});

test("one that is added while it is worked on is done once more afterwards, never two at a time", async () => {
  const { steps, tasks, finish } = held("slow");
  start(tasks);
  start(tasks);
  await add("slow");
  await expect.poll(() => steps, soon).toEqual(["slow begun"]);
  await add("slow");
  await add("quick");
  await expect.poll(() => steps.at(-1), soon).toBe("quick done");
  finish();
  await expect.poll(() => steps.slice(3), soon).toEqual(["slow done", "slow begun"]);
  finish();
  await expect.poll(waiting, soon).toEqual([]);
  expect(steps.slice(5)).toEqual(["slow done"]);
});

test("the job of a process that was killed is done when its lease has ended, and not before", async () => {
  const done: string[] = [];
  await add("killed");
  await shop.query("update jobs set tries = 1, leased_until = now() + interval '20 seconds'");
  start({ thing: async (key) => done.push(key) });
  await add("other");
  await expect.poll(() => done, soon).toEqual(["other"]);
  await shop.query("update jobs set leased_until = now() where key = 'killed'");
  await expect.poll(() => done, soon).toEqual(["other", "killed"]);
  await expect.poll(waiting, soon).toEqual([]);
});

test("the lease of a job is renewed while it is worked on", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { steps, tasks, finish } = held("long");
  start(tasks);
  await add("long");
  await expect.poll(() => steps, soon).toEqual(["long begun"]);
  await shop.query("update jobs set leased_until = now() + interval '1 second' where key = 'long'");
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  const left = () =>
    shop.query("select leased_until > now() + interval '10 seconds' as renewed from jobs where key = 'long'");
  await expect.poll(left, soon).toEqual([{ renewed: true }]);
  finish();
  await expect.poll(waiting, soon).toEqual([]);
});

test("stopping takes no more jobs, and waits for the one in hand", async () => {
  const { steps, tasks, finish } = held("slow");
  const stop = start(tasks);
  await add("slow");
  await expect.poll(() => steps, soon).toEqual(["slow begun"]);
  const stopped = stop().then(() => steps.push("stopped"));
  await add("late");
  finish();
  await stopped;
  expect(steps).toEqual(["slow begun", "slow done", "stopped"]);
  expect(await waiting()).toEqual([{ kind: "thing", key: "late", tries: 0 }]);
});

test("the minute's task runs at every start and a minute later, the others at their times in Nairobi", async () => {
  const due = () =>
    shop.query(
      `select kind, case when kind = 'minute' then to_char(due_at - now(), 'HH24:MI') = '00:00'
         else to_char(due_at at time zone 'Africa/Nairobi', 'HH24:MI') like
           case kind when 'hour' then '%:17' when 'day' then '03:23' else '07:00' end
           and due_at <= now() + case kind when 'hour' then interval '1 hour' else interval '1 day' end
       end and due_at > now() as right, leased_until from jobs order by kind`,
    );
  const times = ["day", "hour", "minute", "morning"].map((kind) => ({
    kind,
    right: true,
    leased_until: null,
  }));
  for (const round of [1, 2]) {
    const done: string[] = [];
    const named = (name: string) => async () => done.push(name);
    const stop = start({}, { cron: { ...CLOCK, minute: named("minute"), hour: named("hour") } });
    await expect.poll(() => done, soon).toEqual(["minute"]);
    await expect.poll(due, soon).toEqual(times);
    await stop();
    expect({ round, done }).toEqual({ round, done: ["minute"] });
  }
});
