import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, lchown, mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Account, runAs } from "./account.server.ts";
import { program } from "./engine.server.ts";
import { buildFolder, syncPath } from "./folders.server.ts";
import { type Place, passwordFile } from "./place.server.ts";
import { cannotRun, DatabaseStartError, explain, explainOutput, facts } from "./trouble.server.ts";

export const USER = "shop";

/** Makes the database where there is none yet, and checks that the one there is fit to be started. */
export async function ensureCluster(place: Place, log: { info(message: string): void }): Promise<void> {
  if (!existsSync(place.data)) {
    log.info(`Making the shop's database in ${place.home}.`);
    await buildFolder(place.home, (draft) => makeCluster(place, draft));
  }
  await checkVersion(place);
  if (place.account !== undefined) await giveTo(place.account, place.data);
}

async function makeCluster(place: Place, draft: string) {
  const password = randomBytes(24).toString("base64url");
  await writePrivately(passwordFile(draft), password);
  const data = join(draft, "data");
  // initdb runs as the account, which may not read the shop's own password file.
  const forInitdb = join(draft, "initdb");
  await mkdir(data, { mode: 0o700 });
  await writePrivately(forInitdb, password);
  if (place.account !== undefined) {
    await chmod(draft, 0o711);
    await giveTo(place.account, data);
    await giveTo(place.account, forInitdb);
  }
  await initdb(place, { data, passwordFile: forInitdb });
  await rm(forInitdb);
  await syncPath(draft);
}

async function writePrivately(path: string, text: string) {
  const handle = await open(path, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}

/** Builtin C.UTF-8 sorts alike on every machine, so a copied database keeps its indexes true. */
async function initdb(place: Place, at: { data: string; passwordFile: string }) {
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
  const { code, output } = await run(place, [...flags, "--data-checksums"]);
  if (code !== 0)
    throw await explainOutput(output, { folder: place.folder, platform: place.engine.platform });
}

async function run(place: Place, flags: string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program(place.engine, "initdb"), flags, {
      ...engineSurroundings(place),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    child.once("error", (error) => reject(explainSpawn(error, place)));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Where and as whom the engine's programs run; of the shop's own environment they get no secrets. */
export function engineSurroundings(place: Place) {
  const { PATH = "", SystemRoot, TEMP, TMP } = process.env;
  const windows = process.platform === "win32" ? { SystemRoot, TEMP, TMP } : {};
  return {
    ...runAs(place.account),
    cwd: process.platform === "win32" ? place.folder : "/",
    env: { PATH, HOME: place.data, LC_ALL: "C", TZ: "UTC", ...windows },
    windowsHide: true,
  };
}

/** A program that is there yet cannot be started was made for another kind of system. */
export function explainSpawn(error: unknown, place: Place): DatabaseStartError {
  const { code } = facts(error);
  if (["ENOENT", "EACCES", "ENOEXEC"].includes(code)) return cannotRun(place.engine.platform);
  return explain(error, place.folder);
}

/**
 * Gives root's files (a fresh database, or one restored from a backup by root) to the account. The top folder
 * goes last and is closed till then, so that the account cannot lead the way elsewhere meanwhile.
 */
async function giveTo(account: Account, path: string) {
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

async function checkVersion({ data, home, engine }: Place) {
  const file = join(data, "PG_VERSION");
  const found = (await readFile(file, "utf8").catch(() => "")).trim();
  if (found === engine.major) return;
  throw new DatabaseStartError(
    found === ""
      ? `The folder ${home} holds no whole database: put it back from a backup or move it elsewhere, then start again.`
      : `The database in ${home} was made by PostgreSQL ${found}, but this shop brings PostgreSQL ${engine.major}: start it with the shop's version that made it, or set DATA_DIR to another folder.`,
  );
}

export async function readPassword({ home }: Place): Promise<string> {
  const file = passwordFile(home);
  const password = (await readFile(file, "utf8").catch(() => "")).trim();
  if (password !== "") return password;
  throw new DatabaseStartError(
    `The password of the shop's database cannot be read from ${file}: start the shop as the user that made it, or put that file back from a backup.`,
  );
}
