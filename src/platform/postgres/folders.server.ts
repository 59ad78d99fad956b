import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorFields } from "./startup-errors.server.ts";

const drafts = new Set<string>();

/**
 * Builds a folder next to `target` and renames it there in one step, so that a crash at any moment leaves
 * either the whole folder or nothing. When another process was first, its folder stays and ours is removed.
 */
export async function buildFolder(target: string, build: (draft: string) => Promise<void>): Promise<void> {
  await sweepDrafts(target);
  const draft = `${target}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  drafts.add(draft);
  try {
    await mkdir(draft, { mode: 0o700 });
    await build(draft);
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
    await syncPath(dirname(target));
  } finally {
    await remove(draft);
    drafts.delete(draft);
  }
}

/** Removes the drafts left by processes that died while building. */
async function sweepDrafts(target: string) {
  const parent = dirname(target);
  const start = `${basename(target)}.new-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(start) || drafts.has(join(parent, name))) continue;
    const pid = Number(name.slice(start.length).split("-")[0]);
    if (pid === process.pid || !isAlive(pid)) await remove(join(parent, name));
  }
}

async function remove(path: string) {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** Flushes a file, or a folder's list of names, to the disk. Windows cannot open folders, and need not. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorFields(error).code === "EPERM";
  }
}

/** A short name that stays the same for the same path. */
export function nameFor(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 12);
}
