import { ConfigError } from "../config.server.ts";
import { DatabaseStartError } from "../postgres/startup-errors.server.ts";

/** Why a backup was not made, or not put back: one sentence for the owner, with what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

const FILES: Record<string, string> = {
  ENOSPC: "The disk that holds it is full: free some room there, or name a folder on another disk.",
  EDQUOT: "The disk that holds it is full: free some room there, or name a folder on another disk.",
  EACCES: "This account may not use that folder: name one where it may, or run the command as its owner.",
  EPERM: "This account may not use that folder: name one where it may, or run the command as its owner.",
  EROFS: "That disk can only be read: name a folder on another one.",
  ENOTDIR: "Something on the way there is no folder: name another one.",
  EIO: "The disk could not be read or written: try another one.",
};

const DATABASE: Record<string, string> = {
  "53100":
    "The database's disk is full: free some room there. A restore needs room for the old data and the new.",
  "53200": "The database server has too little memory.",
  "42501": "The database user may not do that: name its owner in DATABASE_URL.",
  "55P03": "Something else is using the database: stop it, then try again.",
  "57014": "The database server ended it for taking too long: lift its time limit for this user.",
  "57P01": "The connection to the database was cut off: try again.",
};

/** The sentence for anything that ended a backup or a restore; what has one already stays as it is. */
export function toBackupError(error: unknown, what: string): Error {
  const known = [BackupError, ConfigError, DatabaseStartError].some((type) => error instanceof type);
  if (known) return error as Error;
  const { code = "", path, message }: NodeJS.ErrnoException = reasonOf(error);
  const file = FILES[code];
  const sentence = DATABASE[code] ?? (file && path ? `${path}: ${file}` : file);
  return new BackupError(`${what} ${sentence ?? `The reason: ${message}`}`, { cause: error });
}

/** What really failed: a library's own message may be the statement with its values. */
function reasonOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? reasonOf(error.cause) : error;
}
