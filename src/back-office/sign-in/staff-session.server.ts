import { and, eq, gt, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { hashSecret, newId, newSecret } from "../../platform/id.server.ts";
import type { Role } from "../rights.ts";
import { staff, staffLinks, staffSessions } from "../tables.server.ts";

/** Hours that a session lasts unused, days that it lasts at all; minutes in which a half session must give its code. */
const IDLE_HOURS = 12;
const SESSION_DAYS = 30;
const HALF_MINUTES = 10;
export const SESSION_SECONDS = SESSION_DAYS * 86_400;

/** Minutes for which the second factor counts as fresh: after them money, settings and people ask for it again. */
const CODE_MINUTES = 30;

export type Session = {
  id: string;
  staffId: string;
  name: string;
  email: string;
  role: Role;
  /** False: the second factor is still missing, and the session may do nothing else. */
  whole: boolean;
  /** The second factor was given within the last 30 minutes. */
  fresh: boolean;
};

/** The device and network address of a session. */
export type Device = { ip: string; agent: string };

/** The session of this token, if its person still works here. Its last use is recorded once a minute. */
export async function findSession(db: Db | Tx, token: string | undefined): Promise<Session | undefined> {
  if (!token) return undefined;
  const [found] = await db
    .select({
      id: staffSessions.id,
      staffId: staff.id,
      name: staff.name,
      email: staff.email,
      role: staff.role,
      whole: sql<boolean>`${staffSessions.codeAt} is not null`,
      fresh: sql<boolean>`coalesce(${staffSessions.codeAt} > now() - make_interval(mins => ${CODE_MINUTES}), false)`,
      isUnseen: sql<boolean>`${staffSessions.seenAt} < now() - interval '1 minute'`,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(isAlive(token), isNull(staff.disabledAt)));
  if (!found) return undefined;
  const { isUnseen, ...session } = found;
  if (isUnseen)
    await db.update(staffSessions).set({ seenAt: sql`now()` }).where(eq(staffSessions.id, session.id));
  return session;
}

/** Begins a session and returns its token, which is stored nowhere; without `whole` it still needs the second factor. */
export async function beginSession(
  tx: Db | Tx,
  { staffId, device, whole }: { staffId: string; device: Device; whole: boolean },
): Promise<string> {
  const token = newSecret();
  await tx.insert(staffSessions).values({
    tokenHash: hashSecret(token),
    id: newId(),
    staffId,
    expiresAt: whole ? after({ days: SESSION_DAYS }) : after({ mins: HALF_MINUTES }),
    codeAt: whole ? sql`now()` : null,
    ip: device.ip,
    agent: device.agent.slice(0, 300),
  });
  return token;
}

/** Gives a session a new token after the second factor. Undefined: it has ended meanwhile. */
export async function renewSession(tx: Tx, token: string): Promise<string | undefined> {
  const next = newSecret();
  const renewed = await tx
    .update(staffSessions)
    .set({
      tokenHash: hashSecret(next),
      codeAt: sql`now()`,
      seenAt: sql`now()`,
      expiresAt: sql`case when code_at is null then ${after({ days: SESSION_DAYS })} else expires_at end`,
    })
    .where(isAlive(token))
    .returning({ id: staffSessions.id });
  return renewed.length > 0 ? next : undefined;
}

export async function endSessionOf(db: Db, token: string): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.tokenHash, hashSecret(token)));
}

/** Ends all sessions of a person, except `keep`. */
export async function endSessions(tx: Tx, staffId: string, keep?: string): Promise<void> {
  await tx
    .delete(staffSessions)
    .where(and(eq(staffSessions.staffId, staffId), keep ? ne(staffSessions.id, keep) : undefined));
}

/** Ends every session of staff and every welcome link, after a backup was restored. */
export async function endAllStaffSessions(tx: Tx): Promise<void> {
  await tx.delete(staffSessions);
  await tx.update(staffLinks).set({ expiresAt: sql`least(${staffLinks.expiresAt}, now())` });
}

/** Deletes sessions and links that have ended. */
export async function sweepStaffSessions(db: Db): Promise<void> {
  await db.delete(staffSessions).where(lt(staffSessions.expiresAt, sql`now()`));
  await db.delete(staffLinks).where(lt(staffLinks.expiresAt, sql`now() - interval '1 day'`));
}

function isAlive(token: string): SQL | undefined {
  return and(
    eq(staffSessions.tokenHash, hashSecret(token)),
    gt(staffSessions.expiresAt, sql`now()`),
    gt(staffSessions.seenAt, after({ hours: -IDLE_HOURS })),
  );
}

function after({ days = 0, hours = 0, mins = 0 }: { days?: number; hours?: number; mins?: number }): SQL {
  return sql`now() + make_interval(days => ${days}::int, hours => ${hours}::int, mins => ${mins}::int)`;
}
