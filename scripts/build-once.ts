import { withLock } from "../src/platform/files.server.ts";

/** Builds unless it is built already. Of several processes that start together one builds; the others wait and find it done. */
export async function buildOnce({
  isBuilt,
  build,
}: {
  isBuilt: () => boolean;
  build: () => void;
}): Promise<void> {
  if (isBuilt()) return;
  await withLock(".build.lock", async () => {
    if (!isBuilt()) build();
  });
}
