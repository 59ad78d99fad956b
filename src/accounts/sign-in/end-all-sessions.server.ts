import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { mailLinks, sessions } from "../tables.server.ts";

/** Ends every shopper's session and every mailed link, used or not: for rows that come from another day. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.delete(sessions);
  await tx.update(mailLinks).set({ expiresAt: sql`least(${mailLinks.expiresAt}, now())` });
}
