import { lt, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.server.ts";
import { devices, mailLinks, sessions, triedPasswords } from "./tables.server.ts";

/**
 * Deletes what has run out: sign-ins at once, links a day later, passwords of sign-ups after 30
 * days, devices half a year after their last log-in.
 */
export async function sweepAccounts(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
  await db.delete(triedPasswords).where(lt(triedPasswords.triedAt, sql`now() - interval '30 days'`));
  await db.delete(devices).where(lt(devices.usedAt, sql`now() - interval '180 days'`));
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, sql`now() - interval '1 day'`));
}
