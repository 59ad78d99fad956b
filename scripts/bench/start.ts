import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../test/free-port.ts";
import { ask, askInTurn, connections, median } from "./load.ts";
import { addressOf, type Figure, type Stage } from "./stage.ts";

const ROUNDS = 5;
/** Milliseconds from the command to the first 200 of the home page, and MB of memory after load (issue). */
const BUDGET = { server: 1_500, fresh: 4_000, existing: 2_000, memory: 220 };
const LOAD_MS = 15_000;

/** How long after `npm start` the home page comes, by where the database is; and what the shop holds after work. */
export async function benchStart(stage: Stage): Promise<Figure[]> {
  const DATABASE_URL = addressOf(stage.connection);
  const times = { server: [] as number[], fresh: [] as number[], existing: [] as number[] };
  await firstPage({ DATABASE_URL });
  for (let round = 0; round < ROUNDS; round += 1) {
    times.server.push(await firstPage({ DATABASE_URL }));
    const folder = await mkdtemp(join(stage.folder, "start-"));
    // as root, the account that runs the database must be able to enter
    await chmod(folder, 0o755);
    times.fresh.push(await firstPage({ DATA_DIR: join(folder, "data") }));
    times.existing.push(await firstPage({ DATA_DIR: join(folder, "data") }));
  }
  const figure = (what: string, name: keyof typeof times) => ({
    what: `first page after the start, ${what}`,
    got: median(times[name]),
    budget: BUDGET[name],
    unit: "ms",
  });
  return [
    figure("on an existing PostgreSQL", "server"),
    figure("with a database of its own, made first", "fresh"),
    figure("with a database of its own, there already", "existing"),
    {
      what: "memory after pages, lists and searches",
      got: await memoryAfterLoad(stage),
      budget: BUDGET.memory,
      unit: "MB",
    },
  ];
}

async function firstPage(settings: Record<string, string>): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "warn", HOST: "127.0.0.1", PORT: String(port), ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const agent = connections(1);
  while ((await ask(`http://127.0.0.1:${port}`, agent, { path: "/" })).status !== 200) {
    if (child.exitCode !== null) throw new Error("The shop did not open.");
    await pause(5);
  }
  const ms = performance.now() - begun;
  agent.destroy();
  child.kill("SIGTERM");
  await once(child, "exit");
  return ms;
}

async function memoryAfterLoad(stage: Stage): Promise<number> {
  const { url, child } = await stage.startShop();
  const paths = ["/", "/collection", "/api/product/list", "/about", "/collection?sort=low-high"];
  const next = (turn: number) => ({
    path: turn % 2 ? (paths[turn % paths.length] ?? "/") : `/collection?search=${turn}`,
  });
  await askInTurn(url, { at: 64, ms: LOAD_MS, next });
  const megabytes = await memoryOf(child);
  await stage.stopShop();
  return megabytes;
}

/** Resident memory of a process, in MB; NaN where the system does not say. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
