import type { Db, Tx } from "../db.server.ts";
import { newId } from "../id.server.ts";
import { outbox } from "./tables.server.ts";

export type Mail = { subject: string; html: string; text: string };

/** Puts a mail into the outbox; it leaves when the transaction commits. The same `event` never sends twice. */
export async function postMail(tx: Tx | Db, mail: Mail & { event: string; to: string }): Promise<void> {
  await tx
    .insert(outbox)
    .values({ id: newId(), ...mail })
    .onConflictDoNothing({ target: outbox.event });
}
