import { type ChildProcess, execFileSync } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { databaseUrl } from "../../test/database-url.ts";
import { freePort } from "../../test/free-port.ts";
import type { Figure } from "./figures.ts";
import { composed, median, send } from "./load.ts";
import { type Bench, runShop, stopShop, untilAnswered } from "./shop.ts";

const ROUNDS = 3;
const LOAD_SECONDS = 15;
/** Seconds until garbage is collected and its memory returned. */
const REST_SECONDS = 5;
/** Milliseconds from the command to the first home page; MB. */
const BUDGET = { onServer: 1_500, withOwn: 4_000, idle: 200, loaded: 250 };

/** How long after `npm start` the home page comes, and the memory of the process before and after load. */
export async function benchStart(bench: Bench): Promise<Figure[]> {
  const server = { DATABASE_URL: databaseUrl(bench.connection) };
  const times = { onServer: [] as number[], withOwn: [] as number[] };
  // the first start reads the files from the disk, the measured ones from memory
  await timeFirstPage(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.onServer.push(await timeFirstPage(server));
    const folder = await mkdtemp(join(bench.folder, "start-"));
    // as root, the account that runs the database must be able to enter
    await chmod(folder, 0o755);
    times.withOwn.push(await timeFirstPage({ DATA_DIR: join(folder, "data") }));
  }
  const { idle, loaded } = await measureMemory(bench);
  return [
    {
      what: "cold start to the home page, on an existing database",
      got: median(times.onServer),
      unit: "ms",
      budget: { atMost: BUDGET.onServer },
      others: "Vendure 4,600, Medusa 4,600",
    },
    {
      what: "cold start to the home page, with its own database made first",
      got: median(times.withOwn),
      unit: "ms",
      budget: { atMost: BUDGET.withOwn },
    },
    {
      what: "memory idle",
      got: idle,
      unit: "MB",
      budget: { atMost: BUDGET.idle },
      others: "Vendure 259, Medusa 395",
    },
    {
      what: "memory loaded",
      got: loaded,
      unit: "MB",
      budget: { atMost: BUDGET.loaded },
      others: "Vendure 418, Medusa 1,017",
    },
  ];
}

/** Milliseconds from the command to the home page. */
async function timeFirstPage(database: Record<string, string>): Promise<number> {
  const port = String(await freePort());
  const begun = performance.now();
  const child = runShop("scripts/start.mjs", { ...database, PORT: port });
  await untilAnswered(`http://127.0.0.1:${port}/`, child);
  const milliseconds = performance.now() - begun;
  await stopShop(child);
  return milliseconds;
}

/** MB after the first page, and after pages, lists and searches have been read for a while. */
async function measureMemory(bench: Bench): Promise<{ idle: number; loaded: number }> {
  const { url, child } = await bench.startShop();
  await pause(REST_SECONDS * 1_000);
  const idle = memoryOf(child);
  const items = await bench.items();
  let turn = 0;
  const paths = [
    () => "/",
    () => `/product/${items[turn % items.length]?.id}`,
    () => "/api/product/list?page=1&limit=24",
    () => `/collection?search=${turn}`,
    () => "/collection?sort=low-high",
  ];
  const next = composed(() => {
    turn += 1;
    return { path: paths[turn % paths.length]?.() ?? "/" };
  });
  await send(url, [next], LOAD_SECONDS);
  await pause(REST_SECONDS * 1_000);
  return { idle, loaded: memoryOf(child) };
}

/** Resident memory of a process, in MB. */
function memoryOf({ pid }: ChildProcess): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1_024;
}
