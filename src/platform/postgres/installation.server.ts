import { existsSync } from "node:fs";
import { chmod, mkdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, canEnter, isRoot, ownerOf, unprivilegedAccount } from "./account.server.ts";
import { type Engine, findEngine, prepareEngine } from "./engine.server.ts";
import { nameFor } from "./folders.server.ts";
import { socketFolder } from "./sockets.server.ts";
import { DatabaseStartError } from "./startup-errors.server.ts";

/** What the start reads from the machine; tests put their own in its place. */
export type Machine = {
  /** Such as linux-x64. */
  platform: string;
  /** Where the database or the engine goes when the account that runs it cannot reach them. */
  base: string;
  /** The list of accounts. */
  passwd: string;
  /** A short folder for sockets. */
  tmp: string;
  /** The engine's package, when not found by its name. */
  engine?: string;
};

/** One shop's PostgreSQL: its folders, its programs and the account that runs it. */
export type Installation = {
  /** The shop's data folder, as told to the owner. */
  folder: string;
  /** Holds everything of the database: data, password, socket, server.log. */
  home: string;
  /** The database itself, PostgreSQL's data directory. */
  data: string;
  log: string;
  sockets: string;
  /** Undefined when the shop is an ordinary user and runs the engine as itself. */
  account: Account | undefined;
  engine: Engine;
};

type Log = { info(message: string): void };

export function thisMachine(): Machine {
  return {
    platform: `${process.platform}-${process.arch}`,
    base: "/var/lib/sauti",
    passwd: "/etc/passwd",
    tmp: isRoot() ? "/tmp" : tmpdir(),
  };
}

/** Decides where the database of the data folder `folder` is kept, creates the folders and prepares the engine. */
export async function prepareInstallation(folder: string, machine: Machine, log: Log): Promise<Installation> {
  const found = await findEngine({ platform: machine.platform, root: machine.engine });
  await mkdir(folder, { recursive: true });
  const real = await realpath(folder);
  const inDataFolder = join(real, "postgres");
  const inBaseFolder = join(machine.base, `shop-${nameFor(real)}`);
  const { home, account } = isRoot()
    ? await homeForRoot({ inDataFolder, inBaseFolder, folder: real, machine, log })
    : { home: await homeForUser({ inDataFolder, inBaseFolder, machine }), account: undefined };
  const copyTo = account === undefined ? real : machine.base;
  const engine = await prepareEngine(found, { account, copyTo, log });
  return {
    folder: real,
    home,
    data: join(home, "data"),
    log: join(home, "server.log"),
    sockets: socketFolder(home, machine.tmp),
    account,
    engine,
  };
}

type Choice = { inDataFolder: string; inBaseFolder: string; machine: Machine };

/** An existing database stays where it is: moving it silently would look like losing it. */
async function homeForRoot(choice: Choice & { folder: string; log: Log }) {
  const { inDataFolder, inBaseFolder, folder, machine, log } = choice;
  const existing = [inDataFolder, inBaseFolder].find((home) => existsSync(join(home, "data")));
  const owner = existing === undefined ? undefined : await ownerOf(join(existing, "data"), machine.passwd);
  const account = owner === undefined || owner.uid === 0 ? await unprivilegedAccount(machine.passwd) : owner;
  if (existing !== undefined && !canEnter(account, existing)) {
    throw new DatabaseStartError(
      `The account "${account.name}" that runs the database can no longer enter ${existing}: let it pass through every folder of that path (chmod o+x), then start again.`,
    );
  }
  const home = existing ?? (canEnter(account, folder) ? inDataFolder : inBaseFolder);
  if (home === inBaseFolder) {
    await makeBaseFolder(machine.base);
    log.info(
      `The database is kept in ${inBaseFolder}, because the account "${account.name}" that runs it cannot enter ${folder}; back that folder up too.`,
    );
  }
  return { home, account };
}

async function makeBaseFolder(base: string) {
  const created = await mkdir(base, { recursive: true });
  if (created !== undefined) await chmod(base, 0o755);
}

async function homeForUser({ inDataFolder, inBaseFolder, machine }: Choice) {
  const existing = [inDataFolder, inBaseFolder].find((home) => existsSync(join(home, "data")));
  if (existing === undefined) return inDataFolder;
  const owner = await ownerOf(join(existing, "data"), machine.passwd);
  if (process.getuid === undefined || owner.uid === process.getuid()) return existing;
  throw new DatabaseStartError(
    `The database in ${existing} belongs to the account "${owner.name}", as it was made by a shop run by root or by another user: start the shop as that user again, or set DATA_DIR to another folder.`,
  );
}

/** Where the database's password lies; only the shop's own user may read it. */
export function passwordFile(home: string): string {
  return join(home, "password");
}
