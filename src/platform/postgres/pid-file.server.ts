import { execFile } from "node:child_process";
import {
  closeSync,
  existsSync,
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

/** Where a server can be reached: `host` is the folder of its socket, or an address. */
export type Address = { host: string; port: number };

export type Running = { pid: number; address: Address | undefined };

const NOTE = "postmaster.pid";
const SOCKET = ".s.PGSQL.5432";
const EMPTY_FOR_MS = 2000;

/** The server that runs on the data directory `data`, if one does, by PostgreSQL's own note in postmaster.pid. */
export async function findRunning(data: string): Promise<Running | undefined> {
  const lines = (await read(join(data, NOTE))).split("\n");
  const pid = Number(lines[0]);
  if (!(await runsOn(pid, data))) return undefined;
  const [port, sockets, listens] = [Number(lines[3]), lines[4], lines[5]?.trim()];
  const host = sockets || listens;
  return { pid, address: host && port > 0 ? { host, port } : undefined };
}

/**
 * Readies the notes that a killed server left for the next one. PostgreSQL refuses to start while the process
 * with the number in them is alive, even when that process is by now something else. So that number becomes
 * the shop's own (a server takes no offence at its parent's) and the rest stays: by it PostgreSQL still sees
 * any remains of the old server, so that a mistake here can never lead to two servers on the same files.
 */
export async function disownStale(data: string, sockets: string): Promise<void> {
  for (const file of [join(data, NOTE), join(sockets, `${SOCKET}.lock`)]) {
    const note = await read(file);
    const pid = Number(note.split("\n")[0]);
    if (note === "") await removeIfOldAndEmpty(file);
    else if (isAlive(pid) && pid !== process.pid && !(await runsOn(pid, data))) disown(file, note);
  }
}

/** Looks again and renames without a pause, as another shop may be starting a server at this very moment. */
function disown(file: string, note: string) {
  if (process.platform === "win32") return rmSync(file, { force: true });
  if (!existsSync(file)) return;
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  // Root writes here in a folder of a lesser account: only ever to a file it has itself just made.
  const handle = openSync(draft, "wx", 0o600);
  try {
    const { uid, gid } = statSync(file);
    writeSync(handle, note.replace(/^-?\d+/, String(process.pid)));
    if (process.getuid?.() === 0) fchownSync(handle, uid, gid);
    if (readFileSync(file, "utf8") === note) renameSync(draft, file);
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

async function removeIfOldAndEmpty(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_FOR_MS) await rm(file, { force: true });
}

/** Removes what remains of a socket whose server is gone. */
export async function clearSocket(sockets: string): Promise<void> {
  for (const name of [SOCKET, `${SOCKET}.lock`]) await rm(join(sockets, name), { force: true });
}

async function read(file: string) {
  return readFile(file, "utf8").catch(() => "");
}

/** Whether the process is a PostgreSQL server on `data`, and not another program that got its number since. */
export async function runsOn(pid: number, data: string) {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (process.platform === "linux") {
    const [name = "", ...args] = (await read(`/proc/${pid}/cmdline`)).split("\0");
    return name.endsWith("postgres") && args.includes(data);
  }
  if (process.platform === "win32") {
    return (await ask("tasklist", ["/FI", `PID eq ${pid}`])).includes("postgres");
  }
  const command = await ask("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  return command.includes("postgres") && command.includes(` ${data} `);
}

async function ask(program: string, args: string[]) {
  const { stdout } = await promisify(execFile)(program, args).catch(() => ({ stdout: "" }));
  return stdout;
}
