import { statfs } from "node:fs/promises";

/** Why the shop's own database did not start: one sentence for the owner, with what to do. */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
}

export const OTHER_SERVER = "set DATABASE_URL to a PostgreSQL server of version 15 or later";

const FULL = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/;
const REFUSED = new Set(["EACCES", "EPERM", "EROFS"]);
const IN_THE_WAY = new Set(["ENOTDIR", "EEXIST", "ENOTEMPTY", "ELOOP"]);
const CANNOT_RUN = /error while loading shared libraries|Library not loaded|cannot execute|Exec format/;
const ROOM_NEEDED = 1024 * 1024;

export function alreadyInUse(folder: string) {
  return new DatabaseStartError(
    `The data folder ${folder} is in use by another shop that is running: stop that one, or set DATA_DIR to another folder.`,
  );
}

function diskFull(folder: string) {
  return new DatabaseStartError(
    `The disk that holds ${folder} is full: free at least 200 MB there, then start the shop again.`,
  );
}

export function cannotRun(platform: string) {
  return new DatabaseStartError(
    `The shop's own database cannot run on this system (${platform}): ${OTHER_SERVER}.`,
  );
}

function notWritable(path: string) {
  return new DatabaseStartError(
    `The shop may not write to ${path}: let the account it runs as write there, or set DATA_DIR to a folder where it may.`,
  );
}

function inTheWay(path: string) {
  return new DatabaseStartError(
    `Something other than the shop's database is in the way at ${path}: move it elsewhere, or set DATA_DIR to another folder.`,
  );
}

/** The DatabaseStartError for anything thrown by a start. `folder` is the data folder. */
export function toStartError(error: unknown, folder: string): DatabaseStartError {
  if (error instanceof DatabaseStartError) return error;
  const { code, path, dest, message } = errorFields(error);
  if (FULL.test(`${code} ${message}`)) return diskFull(folder);
  if (REFUSED.has(code)) return notWritable(dest ?? path ?? folder);
  if (IN_THE_WAY.has(code)) return inTheWay(dest ?? path ?? folder);
  return new DatabaseStartError(
    `The shop's database in ${folder} did not start (${oneLine(message)}): put that right and start again, or ${OTHER_SERVER}.`,
  );
}

/** The DatabaseStartError for what initdb or the server printed before it ended. */
export async function startErrorFrom(
  output: string,
  at: { folder: string; platform: string; log?: string },
): Promise<DatabaseStartError> {
  if (FULL.test(output) || (await outOfRoom(at.folder))) return diskFull(at.folder);
  if (CANNOT_RUN.test(output)) return cannotRun(at.platform);
  const seen = at.log === undefined ? "" : `; ${at.log} has the rest`;
  return new DatabaseStartError(
    `The shop's database in ${at.folder} did not start (${lastComplaint(output)}${seen}): put that right and start again, or ${OTHER_SERVER}.`,
  );
}

/** Asks the file system, as a server on a full disk often cannot even log why it ended. */
async function outOfRoom(folder: string) {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < ROOM_NEEDED;
}

function lastComplaint(output: string) {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1);
  return oneLine(complaint ?? "it gave no reason").replace(/^.*?(FATAL|PANIC|error):\s+/, "");
}

function oneLine(text: string) {
  return text.split("\n")[0]?.trim().slice(0, 300) || "no reason given";
}

/** The parts of a Node system error that matter here, from anything thrown. */
export function errorFields(error: unknown): { code: string; path?: string; dest?: string; message: string } {
  if (!(error instanceof Error)) return { code: "", message: String(error) };
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  return { code: code ?? "", path, dest, message: error.message };
}
