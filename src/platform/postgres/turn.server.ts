import { randomBytes } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./folders.server.ts";

const CLAIM = "starting-";
const LASTS_MS = 15_000;
const held = new Set<string>();

/**
 * Lets one shop at a time start a server on the database in `home`. Two servers that start at one moment over
 * the note of a dead one can take each other's note away, and the one left without ends itself a minute later.
 * Answers how to give the turn back (within `lastsMs`), or undefined when another has it: ask again. Each
 * makes its claim before it looks for others, so no two can think themselves alone.
 */
export async function takeTurn(home: string, lastsMs = LASTS_MS): Promise<(() => Promise<void>) | undefined> {
  const mine = `${CLAIM}${process.pid}-${randomBytes(4).toString("hex")}`;
  if (await othersClaim(home, mine, lastsMs)) return undefined;
  const giveBack = async () => {
    await rm(join(home, mine), { force: true });
    held.delete(mine);
  };
  held.add(mine);
  await writeFile(join(home, mine), "", { flag: "wx", mode: 0o600 });
  if (!(await othersClaim(home, mine, lastsMs))) return giveBack;
  await giveBack();
  return undefined;
}

async function othersClaim(home: string, mine: string, lastsMs: number) {
  const names = (await readdir(home)).filter((name) => name.startsWith(CLAIM) && name !== mine);
  const claims = await Promise.all(
    names.map(async (name) => ({ name, live: await isLive(home, name, lastsMs) })),
  );
  for (const { name, live } of claims) if (!live) await rm(join(home, name), { force: true });
  return claims.some(({ live }) => live);
}

/** A claim ends with its process, whose number may go to another: in a container, to the next shop itself. */
async function isLive(home: string, name: string, lastsMs: number) {
  const pid = Number(name.slice(CLAIM.length).split("-")[0]);
  if (pid === process.pid) return held.has(name);
  const found = await stat(join(home, name)).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < lastsMs && isAlive(pid);
}
