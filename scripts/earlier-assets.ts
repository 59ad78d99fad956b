import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds for which an old tab still finds the files of its build. */
const KEPT_FOR = 30 * 24 * 3_600_000;

/**
 * Puts the hashed files of the build that is about to be replaced aside, dated `now`. Names carry their content's hash,
 * so files of many builds lie side by side.
 */
export function putAside(assets: string, earlier: string, now: Date): void {
  mkdirSync(earlier, { recursive: true });
  for (const name of namesIn(assets)) {
    if (name.endsWith(".br") || existsSync(join(earlier, name))) continue;
    copyFileSync(join(assets, name), join(earlier, name));
    utimesSync(join(earlier, name), now, now);
  }
}

/** Lays them beside the files of the new build, and forgets what is current again or has been put aside for 30 days. */
export function layBeside(assets: string, earlier: string, now: Date): void {
  for (const name of namesIn(earlier)) {
    const old = join(earlier, name);
    const isCurrent = existsSync(join(assets, name));
    if (isCurrent || now.getTime() - statSync(old).mtimeMs > KEPT_FOR) rmSync(old);
    else copyFileSync(old, join(assets, name));
  }
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  // another app's may be kept in a folder below
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isFile() ? each.name : []));
}
