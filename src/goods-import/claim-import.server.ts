import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { newJob } from "../platform/jobs/jobs.server.ts";
import { imports } from "./tables.server.ts";

/** The job's name. */
export const IMPORT_JOB = "goods-import";
/** Seconds after which a process that no more tells how far it is has died. */
const CLAIM = 60;
const ATTEMPTS_MAX = 5;

/** An import that is this process's to work on. */
export type Claimed = {
  id: string;
  holder: string;
  name: string;
  dryRun: boolean;
  file: { id: string; size: number };
  importedOn: string | undefined;
  by: Actor;
};

/** Takes an import for this process alone; undefined where it is done, or another process is at it. */
export async function claimImport(db: Db, id: string): Promise<Claimed | undefined> {
  const holder = newId();
  const [claimed] = await db
    .update(imports)
    .set({ holder, heldUntil: SOON, attempts: sql`${imports.attempts} + 1` })
    .where(and(eq(imports.id, id), IS_FREE))
    .returning();
  if (!claimed) return undefined;
  if (claimed.attempts > ATTEMPTS_MAX) {
    await db.update(imports).set({ state: "failed", why: GIVEN_UP }).where(isHeldBy({ id, holder }));
    return undefined;
  }
  const { name, dryRun, by, sha256, uploadId, size } = claimed;
  return {
    id,
    holder,
    name,
    dryRun,
    by,
    file: { id: uploadId, size },
    importedOn: await importedOn(db, sha256),
  };
}

const SOON = sql`now() + make_interval(secs => ${CLAIM})`;
const IS_FREE = sql`${imports.state} = 'reading' and (${imports.heldUntil} is null or ${imports.heldUntil} < now())`;
const GIVEN_UP = "The shop could not finish this. Nothing was written. Try again, or with fewer rows.";

type Held = Pick<Claimed, "id" | "holder">;

export function isHeldBy({ id, holder }: Held) {
  return and(eq(imports.id, id), eq(imports.holder, holder), eq(imports.state, "reading"));
}

/** The day on which the same bytes were imported before, in words. */
async function importedOn(db: Db, sha256: string): Promise<string | undefined> {
  const [before] = await db
    .select({ day: sql<string>`to_char(${imports.at} at time zone 'Africa/Nairobi', 'FMDD FMMonth YYYY')` })
    .from(imports)
    .where(and(eq(imports.sha256, sha256), eq(imports.written, true)))
    .limit(1);
  return before?.day;
}

/** Tells that this process is still at it, and how far, in percent. */
export async function keepClaim(db: Db, held: Held, progress: number): Promise<void> {
  await db.update(imports).set({ progress, heldUntil: SOON }).where(isHeldBy(held));
}

/** Whoever comes next may go on with it. */
export async function releaseImport(db: Db, held: Held): Promise<void> {
  await db.update(imports).set({ holder: null, heldUntil: null }).where(isHeldBy(held));
}

/** Wakes what no process works on, as after a crash. */
export async function wakeImports(db: Db): Promise<void> {
  await db.execute(sql`select ${newJob(IMPORT_JOB, sql`${imports.id}`)} from ${imports}
    where ${IS_FREE} and ${imports.at} < now() - interval '30 seconds'`);
}
