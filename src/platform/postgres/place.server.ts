import { existsSync } from "node:fs";
import { chmod, mkdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, canEnter, isRoot, ownerOf, unprivilegedAccount } from "./account.server.ts";
import { type Engine, findEngine, readyEngine } from "./engine.server.ts";
import { nameFor } from "./folders.server.ts";
import { socketFolder } from "./sockets.server.ts";
import { DatabaseStartError } from "./trouble.server.ts";

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

/** Where one shop's database lives and who runs it. */
export type Place = {
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

/** Decides where the database of the data folder `folder` lives, makes the folders and readies the engine. */
export async function choosePlace(folder: string, machine: Machine, log: Log): Promise<Place> {
  const found = await findEngine({ platform: machine.platform, root: machine.engine });
  await mkdir(folder, { recursive: true });
  const real = await realpath(folder);
  const own = join(real, "postgres");
  const away = join(machine.base, `shop-${nameFor(real)}`);
  const { home, account } = isRoot()
    ? await homeForRoot({ own, away, folder: real, machine, log })
    : { home: await homeForUser({ own, away, machine }), account: undefined };
  const shelf = account === undefined ? real : machine.base;
  const engine = await readyEngine(found, { account, shelf, log });
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

type Choice = { own: string; away: string; machine: Machine };

/** A database once made stays where it is: moving it silently would look like losing it. */
async function homeForRoot(choice: Choice & { folder: string; log: Log }) {
  const { own, away, folder, machine, log } = choice;
  const made = [own, away].find((home) => existsSync(join(home, "data")));
  const owner = made === undefined ? undefined : await ownerOf(join(made, "data"), machine.passwd);
  const account = owner === undefined || owner.uid === 0 ? await unprivilegedAccount(machine.passwd) : owner;
  if (made !== undefined && !canEnter(account, made)) {
    throw new DatabaseStartError(
      `The account "${account.name}" that runs the database can no longer enter ${made}: let it pass through every folder of that path (chmod o+x), then start again.`,
    );
  }
  const home = made ?? (canEnter(account, folder) ? own : away);
  if (home === away) {
    await openBase(machine.base);
    log.info(
      `The database is kept in ${away}, because the account "${account.name}" that runs it cannot enter ${folder}; back that folder up too.`,
    );
  }
  return { home, account };
}

async function openBase(base: string) {
  const created = await mkdir(base, { recursive: true });
  if (created !== undefined) await chmod(base, 0o755);
}

async function homeForUser({ own, away, machine }: Choice) {
  const made = [own, away].find((home) => existsSync(join(home, "data")));
  if (made === undefined) return own;
  const owner = await ownerOf(join(made, "data"), machine.passwd);
  if (process.getuid === undefined || owner.uid === process.getuid()) return made;
  throw new DatabaseStartError(
    `The database in ${made} belongs to the account "${owner.name}", as it was made by a shop run by root or by another user: start the shop as that user again, or set DATA_DIR to another folder.`,
  );
}

/** Where the database's password lies; only the shop's own user may read it. */
export function passwordFile(home: string): string {
  return join(home, "password");
}
