import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, lchown, mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Account, runAs } from "./account.server.ts";
import { program } from "./engine.server.ts";
import { buildFolder, syncPath } from "./folders.server.ts";
import { type Installation, passwordFile } from "./installation.server.ts";
import {
  cannotRun,
  DatabaseStartError,
  errorFields,
  startErrorFrom,
  toStartError,
} from "./startup-errors.server.ts";

export const USER = "shop";

/** Creates the cluster where there is none yet, and checks that an existing one can be started. */
export async function ensureCluster(
  installation: Installation,
  log: { info(message: string): void },
): Promise<void> {
  if (!existsSync(installation.data)) {
    log.info(`Making the shop's database in ${installation.home}.`);
    await buildFolder(installation.home, (draft) => makeCluster(installation, draft));
  }
  await checkVersion(installation);
  if (installation.account !== undefined) await changeOwner(installation.account, installation.data);
}

async function makeCluster(installation: Installation, draft: string) {
  const password = randomBytes(24).toString("base64url");
  await writePrivately(passwordFile(draft), password);
  const data = join(draft, "data");
  // initdb runs as the account, which may not read the shop's own password file
  const forInitdb = join(draft, "initdb");
  await mkdir(data, { mode: 0o700 });
  await writePrivately(forInitdb, password);
  if (installation.account !== undefined) {
    await chmod(draft, 0o711);
    await changeOwner(installation.account, data);
    await changeOwner(installation.account, forInitdb);
  }
  await initdb(installation, { data, passwordFile: forInitdb });
  await rm(forInitdb);
  await syncPath(draft);
}

async function writePrivately(path: string, text: string) {
  const handle = await open(path, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}

/** The builtin C.UTF-8 locale sorts alike on every machine, so the indexes of a copied database stay valid. */
async function initdb(installation: Installation, at: { data: string; passwordFile: string }) {
  const flags = [
    ["--pgdata", at.data],
    ["--username", USER],
    ["--pwfile", at.passwordFile],
    ["--auth", "scram-sha-256"],
    ["--encoding", "UTF8"],
    ["--locale", "C"],
    ["--locale-provider", "builtin"],
    ["--builtin-locale", "C.UTF-8"],
  ].map(([flag, value]) => `${flag}=${value}`);
  const { code, output } = await run(installation, [...flags, "--data-checksums"]);
  if (code !== 0)
    throw await startErrorFrom(output, {
      folder: installation.folder,
      platform: installation.engine.platform,
    });
}

async function run(installation: Installation, flags: string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program(installation.engine, "initdb"), flags, {
      ...engineSpawnOptions(installation),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    child.once("error", (error) => reject(toSpawnError(error, installation)));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Spawn options of the engine's programs; they get none of the secrets in the shop's environment. */
export function engineSpawnOptions(installation: Installation) {
  const { PATH = "", SystemRoot, TEMP, TMP } = process.env;
  const windows = process.platform === "win32" ? { SystemRoot, TEMP, TMP } : {};
  return {
    ...runAs(installation.account),
    cwd: process.platform === "win32" ? installation.folder : "/",
    env: { PATH, HOME: installation.data, LC_ALL: "C", TZ: "UTC", ...windows },
    windowsHide: true,
  };
}

/** A program that is there yet cannot be started was made for another kind of system. */
export function toSpawnError(error: unknown, installation: Installation): DatabaseStartError {
  const { code } = errorFields(error);
  if (["ENOENT", "EACCES", "ENOEXEC"].includes(code)) return cannotRun(installation.engine.platform);
  return toStartError(error, installation.folder);
}

/**
 * Changes the owner of root's files (a fresh database, or one that root restored from a backup) to the account. The top
 * folder goes last and is closed until then, so that the account cannot plant symbolic links meanwhile.
 */
async function changeOwner(account: Account, path: string) {
  const found = await stat(path);
  if (found.uid !== 0) return;
  if (found.isDirectory()) {
    await chmod(path, 0o700);
    for (const entry of await readdir(path, { recursive: true })) {
      await lchown(join(path, entry), account.uid, account.gid);
    }
  }
  await lchown(path, account.uid, account.gid);
}

async function checkVersion({ data, home, engine }: Installation) {
  const file = join(data, "PG_VERSION");
  const found = (await readFile(file, "utf8").catch(() => "")).trim();
  if (found === engine.major) return;
  throw new DatabaseStartError(
    found === ""
      ? `The folder ${home} holds no whole database: put it back from a backup or move it elsewhere, then start again.`
      : `The database in ${home} was made by PostgreSQL ${found}, but this shop brings PostgreSQL ${engine.major}: start it with the shop's version that made it, or set DATA_DIR to another folder.`,
  );
}

export async function readPassword({ home }: Installation): Promise<string> {
  const file = passwordFile(home);
  const password = (await readFile(file, "utf8").catch(() => "")).trim();
  if (password !== "") return password;
  throw new DatabaseStartError(
    `The password of the shop's database cannot be read from ${file}: start the shop as the user that made it, or put that file back from a backup.`,
  );
}
