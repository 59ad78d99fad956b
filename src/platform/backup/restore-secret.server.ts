import { readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { PlatformConfig } from "../config.server.ts";
import { secretFile } from "../secret.server.ts";
import { toBackupError } from "./backup-error.server.ts";
import type { Manifest } from "./manifest.server.ts";

/**
 * Puts the secret that came with a backup where the shop looks for it. Second factors of the back office open with no other.
 * @returns a line for the owner
 */
export async function restoreSecret(
  config: PlatformConfig & { STAFF_SECRET?: string | undefined },
  folder: string,
  manifest: Manifest,
): Promise<string> {
  const target = secretFile(config);
  const name = basename(target);
  const saved = manifest.files.some(({ file }) => file === name) ? join(folder, name) : undefined;
  if (!saved)
    return "STAFF_SECRET must be what it was at that time, or nobody can sign in at the back office.";
  if (config.DATABASE_URL || config.STAFF_SECRET)
    return `STAFF_SECRET must be the text of ${saved}, or nobody can sign in at the back office.`;
  try {
    const draft = `${target}.restored`;
    await writeFile(draft, await readFile(saved), { mode: 0o600, flush: true });
    await rename(draft, target);
    return "The back office's secret is back too.";
  } catch (error) {
    throw toBackupError(
      error,
      `The data are back, but not the back office's secret: copy ${saved} to ${target}.`,
    );
  }
}
