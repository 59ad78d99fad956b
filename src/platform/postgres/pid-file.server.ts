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
import { facts } from "./trouble.server.ts";

/** Where a server can be reached: `host` is the folder of its socket, or an address. */
export type Address = { host: string; port: number };

export type Running = { pid: number; address: Address | undefined };

const NOTE = "postmaster.pid";
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
 * the shop's own (a server takes no offence at its parent's) and the rest stays. A mistake here cannot lead to
 * two servers on the same files: PostgreSQL also looks for the shared memory of one, by the note's other half
 * and by the folder itself.
 */
export async function disownStale(data: string, sockets: string): Promise<void> {
  for (const file of [join(data, NOTE), join(sockets, ".s.PGSQL.5432.lock")]) {
    const note = await read(file);
    const pid = Number(note.split("\n")[0]);
    if (note === "") await removeIfOldAndEmpty(file);
    else if (isAlive(pid) && pid !== process.pid && !(await runsOn(pid, data))) disown(file, note);
  }
}

/** Another shop may be starting a server at this very moment, and so take the note away meanwhile. */
function disown(file: string, note: string) {
  const draft = `${file}.${process.pid}`;
  try {
    if (process.platform === "win32") rmSync(file, { force: true });
    else replace(file, { draft, note, by: note.replace(/^-?\d+/, String(process.pid)) });
  } catch (error) {
    if (facts(error).code !== "ENOENT") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Without a pause between the last look and the rename. */
function replace(file: string, { draft, note, by }: { draft: string; note: string; by: string }) {
  const { uid, gid } = statSync(file);
  rmSync(draft, { force: true });
  // Root writes here in a folder of a lesser account: only ever to a file it has itself just made.
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, by);
    if (process.getuid?.() === 0) fchownSync(handle, uid, gid);
  } finally {
    closeSync(handle);
  }
  if (readFileSync(file, "utf8") === note) renameSync(draft, file);
}

async function removeIfOldAndEmpty(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_FOR_MS) await rm(file, { force: true });
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
