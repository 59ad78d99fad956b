import { and, eq, isNotNull, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.server.ts";
import type { GuestRecords } from "./guest/move-guests.server.ts";
import { devices, mailLinks, sessions, triedPasswords, users } from "./tables.server.ts";

/**
 * Deletes what has run out: sign-ins immediately, links a day later, passwords of sign-ups after 30
 * days, devices half a year after their last log-in.
 */
export async function sweepAccounts(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
  await db.delete(triedPasswords).where(lt(triedPasswords.triedAt, sql`now() - interval '30 days'`));
  await db.delete(devices).where(lt(devices.usedAt, sql`now() - interval '180 days'`));
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, sql`now() - interval '1 day'`));
}

/** Deletes guests who ordered nothing, 30 days after they came and once they are signed in nowhere. */
export async function sweepGuests(db: Db, { hasAny }: Pick<GuestRecords, "hasAny">): Promise<void> {
  const isSignedIn = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), sql`${sessions.expiresAt} > now()`));
  await db
    .delete(users)
    .where(
      and(
        isNotNull(users.guestEmail),
        lt(users.joinedAt, sql`now() - interval '30 days'`),
        notExists(isSignedIn),
        sql`not ${hasAny}`,
      ),
    );
}
