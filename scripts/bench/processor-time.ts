import { readdirSync, readFileSync } from "node:fs";
import type { Running, Stage } from "./stage.ts";

/** Milliseconds of one tick of /proc. */
const TICK = 10;

/** Milliseconds of processor time so far of these processes; NaN where the system does not say. */
export function shopTime(shops: Running[]): number {
  return shops.reduce((sum, { child }) => sum + (statOf(child.pid ?? 0)?.own ?? Number.NaN), 0);
}

/** Milliseconds of processor time so far of the shop's process, and of PostgreSQL's with all its connections. */
export async function processorTime(
  stage: Stage,
  shop: Running,
): Promise<{ shop: number; postgres: number }> {
  const [row] = await stage.query<{ pid: number }>("select pg_backend_pid() as pid");
  const server = statOf(row?.pid ?? 0)?.parent;
  const every = readdirSync("/proc").flatMap((name) =>
    /^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : [],
  );
  const own = every.filter(({ parent }) => parent === server);
  return {
    shop: shopTime([shop]),
    // of those that have ended, too
    postgres: own.reduce((sum, each) => sum + each.own, statOf(server ?? 0)?.withEnded ?? Number.NaN),
  };
}

function statOf(pid: number): { parent: number; own: number; withEnded: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    // proc(5): ppid is the fourth, utime to cstime are the fourteenth to seventeenth; two stand before the slice
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    const own = (user + system) * TICK;
    return { parent, own, withEnded: own + (endedUser + endedSystem) * TICK };
  } catch {
    return undefined;
  }
}
