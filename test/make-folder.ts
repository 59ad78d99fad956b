import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder. All users may enter it: where tests run as root, another account runs the database. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sauti-test-"));
  await chmod(folder, 0o755);
  return folder;
}
