import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { uptime } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Seconds after which another process's lock counts as stale; longer than a build takes on a slow machine. */
const LONGEST = 600;

/** Runs `work` under the lock `file`, as one process at a time; the others wait. The lock of a killed process is removed. */
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

/** Whether the lock's process is gone, or began after it was written: process ids are reused, in a container very soon. */
function isStale(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    const age = (Date.now() - statSync(file).mtimeMs) / 1000;
    // a lock without a process id is just being written, or the disk was full
    if (pid === 0) return age > 1;
    if (age > (pid === process.pid ? process.uptime() : Math.min(uptime(), LONGEST))) return true;
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Flushes a file, or a folder's list of names, to the disk; errors are ignored, as the system flushes later. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
