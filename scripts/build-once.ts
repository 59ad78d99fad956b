import { mkdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { acquireStartLock } from "../src/platform/postgres/start-lock.server.ts";

/** Longer than a build takes on a slow machine; after that the lock of a build belongs to nobody. */
const LONGEST_MS = 10 * 60_000;

/**
 * Builds unless it is built already. Of several processes that come at once one builds; the others wait and find it done.
 * The lock lies in `folder` and ends with its process.
 */
export async function buildOnce({
  isBuilt,
  build,
  folder = ".build-lock",
}: {
  isBuilt: () => boolean;
  build: () => void;
  folder?: string;
}): Promise<void> {
  await mkdir(folder, { recursive: true });
  while (!isBuilt()) {
    const unlock = await acquireStartLock(folder, LONGEST_MS);
    // a random wait: equal ones would collide again
    if (!unlock) await pause(50 + Math.random() * 200);
    else {
      try {
        // another may have built it just before the lock was free
        if (!isBuilt()) build();
        return;
      } finally {
        await unlock();
      }
    }
  }
}
