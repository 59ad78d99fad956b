import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { addInventedOrders } from "../seed/invented-orders.ts";
import { browse } from "./crowd.ts";
import { askInTurn } from "./load.ts";
import { addressOf, type Figure, type Stage } from "./stage.ts";

const ORDERS = 100_000;
/** Seconds (issue). */
const BUDGET = { backup: 30, restore: 300 };
/** Shoppers who browse while the backup is made. */
const SHOPPERS = 8;
const WARM_MS = 3_000;

/** A large shop's backup while it is open, and put back on a server, in place of what is there, and on an empty machine. */
export async function benchBackup(stage: Stage): Promise<Figure[]> {
  await addInventedOrders(stage.connection, ORDERS);
  const DATABASE_URL = addressOf(stage.connection);
  const folder = join(stage.folder, "backup");
  const backup = await underLoad(stage, () => run("backup", { DATABASE_URL }, folder));
  const rows = await countRows(stage.connection);

  await stage.query("create database restored");
  const restored = { ...stage.connection, database: "restored" };
  const onServer = { DATABASE_URL: addressOf(restored) };
  const empty = await run("restore", onServer, folder);
  const missing = rows - (await countRows(restored));
  const replaced = await run("restore", onServer, folder, "--replace");
  const damaged = await restoreDamaged(restored, folder);

  const machine = await mkdtemp(join(stage.folder, "machine-"));
  // as root, the account that runs the database must be able to enter
  await chmod(machine, 0o755);
  const embedded = await run("restore", { DATA_DIR: join(machine, "data") }, folder);
  const figure = (what: string, seconds: number, budget: number) => ({
    what,
    got: seconds,
    budget,
    unit: "s",
  });
  return [
    figure(`backup of ${ORDERS} orders while shoppers browse`, backup, BUDGET.backup),
    figure("restored into an empty database of a server", empty, BUDGET.restore),
    figure("restored in place of what is there", replaced, BUDGET.restore),
    figure("restored on an empty machine, with its own database", embedded, BUDGET.restore),
    { what: "rows in the backup", got: rows, unit: "" },
    { what: "rows missing after a restore", got: missing, budget: 0, unit: "" },
    { what: "rows changed by a backup with one flipped byte", got: damaged, budget: 0, unit: "" },
  ];
}

/** Runs the command in a process of its own, and gives its seconds. */
async function run(
  script: "backup" | "restore",
  settings: Record<string, string>,
  ...words: string[]
): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...words], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "silent", ...settings },
  });
  return (performance.now() - begun) / 1_000;
}

/** While so many shoppers browse, each asking again when answered. */
async function underLoad(stage: Stage, work: () => Promise<number>): Promise<number> {
  const { url } = await stage.startShop();
  await askInTurn(url, { at: SHOPPERS, ms: WARM_MS, next: browse });
  let isDone = false;
  const browsing = (async () => {
    while (!isDone) await askInTurn(url, { at: SHOPPERS, ms: 500, next: browse });
  })();
  const seconds = await work().finally(() => {
    isDone = true;
  });
  await browsing;
  await stage.stopShop();
  return seconds;
}

/** Rows of orders and of what hangs on them. */
async function countRows(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  const tables = ["orders", "order_items", "order_events", "payments", "payment_events", "outbox"];
  const counts = tables.map((table) => `(select count(*) from ${table})`).join(" + ");
  const { rows } = await client.query<{ count: number }>(`select (${counts})::int as count`);
  await client.end();
  return rows[0]?.count ?? Number.NaN;
}

/** One byte of the orders is another: how many rows a restore changes; NaN where it was not refused. */
async function restoreDamaged(restored: pg.ClientConfig, folder: string): Promise<number> {
  const before = await countRows(restored);
  const file = join(folder, "orders.copy.gz");
  const whole = await readFile(file);
  const damaged = Buffer.from(whole);
  const middle = Math.floor(damaged.length / 2);
  damaged[middle] = (damaged[middle] ?? 0) ^ 1;
  await writeFile(file, damaged);
  const isRefused = await run("restore", { DATABASE_URL: addressOf(restored) }, folder, "--replace").then(
    () => false,
    () => true,
  );
  await writeFile(file, whole);
  return isRefused ? Math.abs((await countRows(restored)) - before) : Number.NaN;
}
