import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { staffLinks, staffSessions } from "../tables.server.ts";

/** Ends every session of staff and every welcome link: for rows that come from another day. */
export async function endAllStaffSessions(tx: Tx): Promise<void> {
  await tx.delete(staffSessions);
  await tx.update(staffLinks).set({ expiresAt: sql`least(${staffLinks.expiresAt}, now())` });
}
