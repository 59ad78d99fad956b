import { existsSync } from "node:fs";
import { chmod, chown, lstat, mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.server.ts";
import { nameFor } from "./folders.server.ts";
import { DatabaseStartError, errorFields } from "./startup-errors.server.ts";

const SOCKET = ".s.PGSQL.5432";
// The room in a socket's address on the systems that give the least (macOS), the name of the socket included.
const SOCKET_PATH_BYTES = 103;
const WRITABLE_BY_OTHERS = 0o022;

/** The sockets' folder lies with the database in `home`, or where that path is too long for a socket, in `tmp`. */
export function socketFolder(home: string, tmp: string): string {
  const short = `sauti-${nameFor(home)}-${process.getuid?.() ?? 0}`;
  const fits = [join(home, "socket"), join(tmp, short)].find(
    (path) => Buffer.byteLength(join(path, SOCKET)) <= SOCKET_PATH_BYTES,
  );
  return fits ?? join("/tmp", short);
}

/** Whether the socket of a server at this address is there; on Windows there is none to be lost. */
export function hasSocket({ host, port }: { host: string; port: number }): boolean {
  return !host.startsWith("/") || existsSync(join(host, `.s.PGSQL.${port}`));
}

/**
 * Whether the sockets' folder is there. Throws when it is not the shop's or its account's own: in a shared
 * folder such as /tmp another user may have put one there, to be told the password by whoever connects.
 */
export async function hasSocketFolder(path: string, account: Account | undefined): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (errorFields(error).code === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined) return false;
  const ours = [process.getuid?.(), account?.uid].includes(found.uid);
  if (ours && found.isDirectory() && (found.mode & WRITABLE_BY_OTHERS) === 0) return true;
  throw new DatabaseStartError(
    `The folder ${path} is needed for the database's socket but belongs to someone else or is open to others: remove it, then start again.`,
  );
}

/** Makes the sockets' folder, for the account that runs the engine alone. */
export async function makeSocketFolder(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorFields(error).code !== "EEXIST") throw error;
  });
  await hasSocketFolder(path, account);
  // One that the account has already is its to change at any moment, so root keeps its hands off.
  if ((await lstat(path)).uid !== process.getuid?.()) return;
  await chmod(path, 0o700);
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

/** Removes the sockets' folder of a server that is gone. */
export async function removeSocketFolder(path: string): Promise<void> {
  for (const name of [SOCKET, `${SOCKET}.lock`]) await rm(join(path, name), { force: true });
  await rmdir(path).catch(() => undefined);
}
