import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";

/**
 * Lets one shopper at a time order by code, or be sent a prompt, from one network address, named by its hash, so that the
 * second of two counts the first. Take it after the shopper's row and the checkout, before anything else is locked.
 */
export async function lockAddress(tx: Tx, placedFrom: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${placedFrom}`}, 0))`);
}
