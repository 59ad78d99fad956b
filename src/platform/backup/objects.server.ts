import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BackupError } from "./backup-error.server.ts";
import { type Manifest, OBJECTS } from "./manifest.server.ts";

/** What rows of the database name and a store has; nothing there ever changes or leaves. */
export type Objects = {
  /** SQL that gives their names as `name`. */
  names: string;
  /** Undefined where there is none. Without it there is no store, and no such row either. */
  read?: ((name: string) => Promise<Buffer | undefined>) | undefined;
};

/** How many are copied in parallel: each waits mostly for the store. */
const AT_ONCE = 8;

/** Copies the objects of these names into a backup that is being made. @throws BackupError one is missing */
export async function copyObjects(
  draft: string,
  names: readonly string[],
  read: Objects["read"],
): Promise<Manifest["objects"]> {
  if (names.length > 0 && !read)
    throw new BackupError(
      "The backup was not made: some pictures are in a store, and PICTURES_URL does not say where.",
    );
  return eachOf(names, async (name) => {
    const bytes = await read?.(name);
    if (!bytes) throw new BackupError(`The backup was not made: the store of pictures lacks ${name}.`);
    const path = join(draft, OBJECTS, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
    return { file: name, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  });
}

/** Gives every object of a verified backup to `put`, `atOnce` at a time. */
export async function restoreObjects(
  folder: string,
  { objects }: Manifest,
  put: (name: string, bytes: Buffer) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  await eachOf(objects, async ({ file }) => put(file, await readFile(join(folder, OBJECTS, file))), atOnce);
}

/** So many at a time. Ends with the batch in which one fails. @throws what that threw */
async function eachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>, atOnce = AT_ONCE): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += atOnce) {
    const ended = await Promise.allSettled(all.slice(at, at + atOnce).map(work));
    for (const one of ended)
      if (one.status === "fulfilled") results.push(one.value);
      else throw one.reason;
  }
  return results;
}
