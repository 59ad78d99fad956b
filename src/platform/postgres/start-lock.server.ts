import { randomBytes } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./folders.server.ts";

const LOCK_FILE_PREFIX = "starting-";
const EXPIRES_MS = 15_000;
const held = new Set<string>();

/**
 * A lock file in `home`: one shop at a time starts a server there. Two servers that start at the same time over a dead
 * one's pid file can remove each other's, and the one left without ends itself a minute later.
 * Returns a function that releases the lock (it expires after `expiresMs`), or undefined when another process holds it.
 * Each writes its file before it looks for others, so two can both fail but never both succeed.
 */
export async function acquireStartLock(
  home: string,
  expiresMs = EXPIRES_MS,
): Promise<(() => Promise<void>) | undefined> {
  const ownFile = `${LOCK_FILE_PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`;
  if (await isLockedByOther(home, ownFile, expiresMs)) return undefined;
  const release = async () => {
    await rm(join(home, ownFile), { force: true });
    held.delete(ownFile);
  };
  held.add(ownFile);
  await writeFile(join(home, ownFile), "", { flag: "wx", mode: 0o600 });
  if (!(await isLockedByOther(home, ownFile, expiresMs))) return release;
  await release();
  return undefined;
}

async function isLockedByOther(home: string, ownFile: string, expiresMs: number) {
  const names = (await readdir(home)).filter((name) => name.startsWith(LOCK_FILE_PREFIX) && name !== ownFile);
  const locks = await Promise.all(
    names.map(async (name) => ({ name, live: await isLive(home, name, expiresMs) })),
  );
  for (const { name, live } of locks) if (!live) await rm(join(home, name), { force: true });
  return locks.some(({ live }) => live);
}

/** A lock ends with its process. Its pid may be reused, in a container even by the next shop itself. */
async function isLive(home: string, name: string, expiresMs: number) {
  const pid = Number(name.slice(LOCK_FILE_PREFIX.length).split("-")[0]);
  if (pid === process.pid) return held.has(name);
  const found = await stat(join(home, name)).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < expiresMs && isAlive(pid);
}
