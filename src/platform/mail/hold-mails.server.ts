import { inArray } from "drizzle-orm";
import type { Tx } from "../database/db.server.ts";
import { outbox } from "./tables.server.ts";

/**
 * Marks every mail that waits, or was being sent, as unknown: it may have been sent since these rows were written, and is
 * not sent again.
 */
export async function holdMails(tx: Tx): Promise<{ to: string; subject: string }[]> {
  return tx
    .update(outbox)
    .set({ state: "unknown", fault: "restored from a backup: it may have been sent since" })
    .where(inArray(outbox.state, ["waiting", "sending"]))
    .returning({ to: outbox.to, subject: outbox.subject });
}
