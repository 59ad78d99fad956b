import { lt, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/db.server.ts";
import { newId } from "../id.server.ts";
import { outbox } from "./tables.server.ts";

export type Mail = { subject: string; html: string; text: string };

/**
 * Enqueues a mail in the outbox; it is sent after the transaction commits. Each `event` sends one mail. An `urgent` mail is
 * one that somebody waits for at a screen, such as a link: it goes before all others.
 * With `really` false the same statement writes nothing, so that timing does not reveal whether a mail is sent.
 */
export async function enqueueMail(
  tx: Tx | Db,
  mail: Mail & { event: string; to: string; urgent?: boolean },
  isReal = true,
): Promise<void> {
  await tx.execute(sql`
    insert into ${outbox} (id, event, recipient, subject, html, text, urgent)
    select ${newId()}, ${mail.event}, ${mail.to}, ${mail.subject}, ${mail.html}, ${mail.text}, ${mail.urgent ?? false}::boolean
    where ${isReal}::boolean
    on conflict (event) do nothing`);
}

/** Deletes mails after 90 days, and the bodies of undelivered ones after a day: links in them are secrets. */
export async function sweepOutbox(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, sql`now() - interval '90 days'`));
  await db
    .update(outbox)
    .set({ html: "", text: "" })
    .where(
      sql`${outbox.state} in ('failed', 'unknown') and ${outbox.html} <> '' and ${outbox.createdAt} < now() - interval '1 day'`,
    );
}
