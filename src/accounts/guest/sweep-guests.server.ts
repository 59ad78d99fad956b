import { and, eq, isNotNull, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { sessions, users } from "../tables.server.ts";
import type { GuestRecords } from "./move-guests.server.ts";

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
