import { execFile } from "node:child_process";
import {
  closeSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "./folders.server.ts";
import { errorFields } from "./startup-errors.server.ts";

/** Where a server can be reached: `host` is the folder of its socket, or an address. */
export type Address = { host: string; port: number };

export type RunningServer = { pid: number; address: Address | undefined };

const PID_FILE = "postmaster.pid";
const EMPTY_FOR_MS = 2000;

/** The server that runs on the data directory `data`, if one does, from PostgreSQL's postmaster.pid. */
export async function findRunning(data: string): Promise<RunningServer | undefined> {
  const lines = (await read(join(data, PID_FILE))).split("\n");
  const pid = Number(lines[0]);
  if (!(await runsOn(pid, data))) return undefined;
  const [port, sockets, listens] = [Number(lines[3]), lines[4], lines[5]?.trim()];
  const host = sockets || listens;
  return { pid, address: host && port > 0 ? { host, port } : undefined };
}

/**
 * Rewrites the pid in the lock files that a killed server left. PostgreSQL refuses to start while a process with that
 * pid is alive, even when the pid now belongs to another program. It accepts the pid of its own parent, so that one is
 * written instead, and the rest of the file stays. A mistake here cannot lead to two servers on the same files:
 * PostgreSQL also looks for the shared memory of one, by the rest of the file and by the folder itself.
 */
export async function rewriteStalePid(data: string, sockets: string): Promise<void> {
  for (const file of [join(data, PID_FILE), join(sockets, ".s.PGSQL.5432.lock")]) {
    const content = await read(file);
    const pid = Number(content.split("\n")[0]);
    if (content === "") await removeIfOldAndEmpty(file);
    else if (isAlive(pid) && pid !== process.pid && !(await runsOn(pid, data))) rewritePid(file, content);
  }
}

/** The file may be gone by now: another shop may be starting a server. */
function rewritePid(file: string, content: string) {
  const draft = `${file}.${process.pid}`;
  try {
    if (process.platform === "win32") rmSync(file, { force: true });
    else replace(file, { draft, content, replacement: content.replace(/^-?\d+/, String(process.pid)) });
  } catch (error) {
    if (errorFields(error).code !== "ENOENT") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Synchronous, so that nothing runs between the last read and the rename. */
function replace(
  file: string,
  { draft, content, replacement }: { draft: string; content: string; replacement: string },
) {
  const { uid, gid } = statSync(file);
  rmSync(draft, { force: true });
  // root writes in a folder of an unprivileged account: only ever to a file it has just created ("wx")
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, replacement);
    if (process.getuid?.() === 0) fchownSync(handle, uid, gid);
  } finally {
    closeSync(handle);
  }
  if (readFileSync(file, "utf8") === content) renameSync(draft, file);
}

async function removeIfOldAndEmpty(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_FOR_MS) await rm(file, { force: true });
}

async function read(file: string) {
  return readFile(file, "utf8").catch(() => "");
}

/** Whether the process is a PostgreSQL server on `data`, and not another program that got its pid since. */
export async function runsOn(pid: number, data: string) {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (process.platform === "linux") {
    const [name = "", ...args] = (await read(`/proc/${pid}/cmdline`)).split("\0");
    return name.endsWith("postgres") && args.includes(data);
  }
  if (process.platform === "win32") {
    return (await run("tasklist", ["/FI", `PID eq ${pid}`])).includes("postgres");
  }
  const command = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  return command.includes("postgres") && command.includes(` ${data} `);
}

async function run(program: string, args: string[]) {
  const { stdout } = await promisify(execFile)(program, args).catch(() => ({ stdout: "" }));
  return stdout;
}
