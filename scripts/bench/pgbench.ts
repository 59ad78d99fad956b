import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { Stage } from "./stage.ts";

/** What the scripts of `orders.ts` choose from. */
export const CLIENTS = 16;
export const GOODS = 100;
/** Enough that each orders a few times: the shop takes no more than five codes of one that nobody has found. */
export const SHOPPERS = 4_000;

/** Where pgbench is; undefined where it is not installed. */
export function findPgbench(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : []),
  ];
  return folders.map((folder) => join(folder, "pgbench")).find((file) => existsSync(file));
}

type Run = {
  pgbench: string;
  script: string;
  mode: "extended" | "prepared";
  seconds: number;
  /** Above the last run's of the same stage, so that names are new. */
  round: number;
};

/** Transactions per second. The shop stands open meanwhile, with nothing to do, as pgbench does in its own rounds. */
export async function runPgbench(
  { folder, connection }: Stage,
  { pgbench, script, mode, seconds, round }: Run,
): Promise<number> {
  const file = join(folder, "order.sql");
  await writeFile(file, script);
  const { host, port, user, password, database } = connection;
  const given = ["-n", "-M", mode, "-c", CLIENTS, "-j", 2, "-T", seconds, "-D", `base=${round * 50_000}`];
  const fixed = ["-D", `goods=${GOODS}`, "-D", `shoppers=${SHOPPERS}`, "-D", "turn=0"];
  const where = ["-h", host, "-p", port ?? 5432, "-U", user, database];
  const { stdout } = await promisify(execFile)(
    pgbench,
    [...given, ...fixed, "-f", file, ...where].map(String),
    {
      env: { ...process.env, PGPASSWORD: String(password ?? "") },
    },
  );
  const found = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!found || /failed: [1-9]/.test(stdout)) throw new Error(`pgbench: ${stdout}`);
  return Number(found);
}
