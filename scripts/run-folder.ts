import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Linux's file system in memory, which needs no rights to write to. */
const MEMORY = "/dev/shm";
/** Bytes: a run of tests holds less than one gigabyte at a time, and browsers and servers want as much beside it. */
const ROOM = 4 * 1024 ** 3;

/**
 * A folder in memory for what a run of tests writes, where the machine has one with room: every file of tests has a
 * database of its own, of 415 files, which a disk's file system takes six times as long to make. Undefined on other systems, as
 * in most containers, whose folder holds 64 MB.
 */
function roomyMemory(): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const isRoomy = Math.min(bavail * bsize, process.availableMemory()) > ROOM;
    return isRoomy && mayRunPrograms() ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}

/** A copied database engine may have to be run there. */
function mayRunPrograms(): boolean {
  const [, options] =
    new RegExp(`^\\S+ ${MEMORY} \\S+ (\\S+)`, "m").exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  return options !== undefined && !options.split(",").includes("noexec");
}

/** How long an interrupted command may take to clean up, in milliseconds. */
const PATIENCE = 15_000;
/** How long what was begun may take to end on its own after that. */
const CLOSING = 5_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * A folder for all that a run of tests writes, and commands that keep to it as their TMPDIR. Ctrl-C, or a signal to this
 * process alone, ends the running command; `close` ends whatever still works in the folder, and removes it.
 */
export function openRunFolder() {
  // a folder that the environment names for temporary files is used
  const base = process.env.TMPDIR ? tmpdir() : (roomyMemory() ?? tmpdir());
  const folder = mkdtempSync(join(base, "sauti-"));
  // as the system's own folder is: as root, databases and some shops run under another account, and write here too
  chmodSync(folder, 0o1777);
  let running: ChildProcess | undefined;
  let interrupted = false;
  const interrupt = () => {
    // the second time without waiting
    if (interrupted) endGroup(running);
    interrupted = true;
    running?.kill("SIGINT");
    setTimeout(() => endGroup(running), PATIENCE).unref();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);

  return {
    folder,
    interrupted: () => interrupted,
    /** Runs a script of Node's to its end; gives its exit code. */
    async run(command: string[], env: NodeJS.ProcessEnv): Promise<number> {
      if (interrupted) return 130;
      // a group of its own: Ctrl-C reaches it once, through this process
      running = spawn(process.execPath, command, {
        stdio: "inherit",
        env: { ...env, TMPDIR: folder },
        detached: true,
      });
      const [status] = await once(running, "exit");
      if (interrupted) endGroup(running);
      running = undefined;
      return interrupted ? 130 : (status ?? 1);
    },
    async close(): Promise<void> {
      await endAllIn(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

function endGroup(child: ChildProcess | undefined): void {
  if (child?.pid) end(-child.pid, "SIGKILL");
}

/**
 * Servers and browsers have groups of their own, but name the folder in their commands. A database server stops after its
 * last user; one that is ended under a shop that is closing is started again.
 */
async function endAllIn(folder: string): Promise<void> {
  const begun = Date.now();
  for (let asked = false; ; await pause(100)) {
    const left = processesIn(folder);
    if (left.length === 0) return;
    const waited = Date.now() - begun;
    const late = waited > 2 * PATIENCE;
    if (late || (waited > CLOSING && !asked)) {
      asked = true;
      for (const pid of left) end(pid, late ? "SIGKILL" : "SIGINT");
    }
  }
}

function processesIn(folder: string): number[] {
  if (process.platform === "win32") return [];
  const list = execFileSync("ps", ["-A", "-ww", "-o", "pid=,command="], { encoding: "utf8" });
  return list.split("\n").flatMap((line) => (line.includes(`${folder}/`) ? [Number.parseInt(line, 10)] : []));
}

/** It may have ended just before. */
function end(pid: number, signal: "SIGINT" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
