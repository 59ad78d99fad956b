import { spawnSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { DatabaseStartError, errorFields } from "./startup-errors.server.ts";

/** The account that runs the engine when the shop itself runs as root, which PostgreSQL refuses. */
export type Account = { name: string; uid: number; gid: number };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** `postgres` where the machine has it, else `nobody`. `passwd` is the path of the list of accounts. */
export async function unprivilegedAccount(passwd: string): Promise<Account> {
  const accounts = await readAccounts(passwd);
  const account = ["postgres", "nobody"]
    .map((name) => accounts.find((one) => one.name === name && one.uid !== 0))
    .find((one) => one !== undefined);
  if (account !== undefined) return account;
  throw new DatabaseStartError(
    'PostgreSQL refuses to run as root and this machine has neither an account "postgres" nor "nobody" to run it as: start the shop as an ordinary user.',
  );
}

/** The account that owns `path`: an existing database is run by its owner. */
export async function ownerOf(path: string, passwd: string): Promise<Account> {
  const { uid, gid } = await stat(path);
  const known = (await readAccounts(passwd)).find((one) => one.uid === uid);
  return { name: known?.name ?? `number ${uid}`, uid, gid };
}

async function readAccounts(passwd: string): Promise<Account[]> {
  const text = await readFile(passwd, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Whether `account` can enter the folder `path`: tried in a process of that account, as mode bits do not show ACLs. */
export function canEnter(account: Account, path: string): boolean {
  return succeedsAs(account, 'test -x "$1"', path);
}

/** Whether `account` can run the engine below `native`. */
export function canRunEngine(account: Account, native: string): boolean {
  return succeedsAs(
    account,
    'test -x "$1/bin/postgres" && test -r "$1/lib" && test -r "$1/share/postgresql/postgres.bki"',
    native,
  );
}

function succeedsAs(account: Account, question: string, path: string) {
  const answer = spawnSync("/bin/sh", ["-c", question, "sh", path], {
    ...runAs(account),
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: "ignore",
  });
  if (answer.error !== undefined) throw cannotSwitch(account, answer.error);
  return answer.status === 0;
}

function cannotSwitch(account: Account, error: Error) {
  return new DatabaseStartError(
    `The shop runs as root but may not start programs as the account "${account.name}" (${errorFields(error).code}): start the shop as an ordinary user.`,
  );
}

/** What `spawn` needs to run a program as the account; nothing when the shop is an ordinary user. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}
