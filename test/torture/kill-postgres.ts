import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What of the shop is ended by SIGKILL, as by the kernel: its process, its PostgreSQL or one connection's, or all of it. */
export const VICTIMS = ["shop", "backend", "postmaster", "postmaster and backend", "everything"] as const;
export type Victim = (typeof VICTIMS)[number];

/**
 * Ends the PostgreSQL server on the data directory `data` with SIGKILL, or only the process of one connection of the shop,
 * one that is at work if any is. Synchronous, so that nothing else happens between a fail point and the end.
 */
export function killPostgres(data: string, victim: Exclude<Victim, "shop">): void {
  const all = processes();
  const postmaster = all.find(({ pid }) => pid === postmasterOf(data));
  // a note that outlived its server may name another process by now
  if (!postmaster?.command.includes(data)) return;
  const backends = all.filter(
    ({ parent, command }) => parent === postmaster.pid && command.startsWith("postgres: shop postgres "),
  );
  const backend = backends.find(({ command }) => !command.endsWith(" idle")) ?? backends[0];
  if (victim !== "backend") end(postmaster.pid);
  if (backend && victim !== "postmaster") end(backend.pid);
}

/** The number of the server that runs, or ran last, on this data directory. */
function postmasterOf(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
  } catch {
    return undefined;
  }
}

function processes() {
  const list = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return list.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it had just ended
  }
}
