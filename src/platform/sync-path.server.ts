import { open } from "node:fs/promises";

/** Flushes a file, or a folder's list of names, to the disk; what cannot be flushed is left to the system. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
