import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { uptime } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Seconds; longer than a build takes on a slow machine. */
const LONGEST = 600;

/** Runs `work` while no other process runs any under the lock `file`; waits for its turn. A killed process holds none. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!take(file)) {
    // another process that finds the same stale lock removes it before one of them has taken the next
    if (isStale(file)) rmSync(file, { force: true });
    await pause(20);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Its process is gone, or began after it was written: numbers are given again, in a container even to the next shop. */
function isStale(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    const age = (Date.now() - statSync(file).mtimeMs) / 1000;
    // one without a number is being written, or the disk was full
    if (pid === 0) return age > 1;
    if (age > (pid === process.pid ? process.uptime() : Math.min(uptime(), LONGEST))) return true;
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Flushes a file, or a folder's list of names, to the disk; what cannot be flushed is left to the system. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
