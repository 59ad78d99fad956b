import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CONNECTIONS } from "./load.ts";
import type { Bench } from "./shop.ts";

const DATABASE = "pgbench";
const SECONDS = 5;

/**
 * What PostgreSQL does on this machine: a function that gives pgbench's own transactions a second (three updates, a read and
 * an insert each), NaN where pgbench is not installed.
 */
export async function preparePgbench({ query, connection }: Bench): Promise<() => Promise<number>> {
  const { host, port, user, password } = connection;
  const run = async (...args: (string | number)[]) => {
    const server = ["-h", host, "-p", port, "-U", user, DATABASE];
    const { stdout } = await promisify(execFile)("pgbench", [...args, ...server].map(String), {
      env: { ...process.env, PGPASSWORD: String(password ?? "") },
    });
    return stdout;
  };
  await query(`create database ${DATABASE}`);
  try {
    // at a scale below the connections they would wait for each other's rows
    await run("--initialize", "--quiet", "--scale", CONNECTIONS);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return async () => Number.NaN;
  }
  return async () => {
    const load = ["--client", CONNECTIONS, "--jobs", 2, "--time", SECONDS];
    const said = await run("--no-vacuum", "--protocol", "prepared", ...load);
    return Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  };
}
