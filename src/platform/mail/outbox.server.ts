import { lt, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/db.server.ts";
import { newId } from "../id.server.ts";
import { outbox } from "./tables.server.ts";

export type Mail = { subject: string; html: string; text: string };

/**
 * Puts a mail into the outbox; it leaves when the transaction commits. The same `event` never sends twice. An `urgent`
 * mail is one that somebody waits for, such as a link to go on with: it goes before all others.
 * With `really` false the same statement writes nothing, so that the time taken tells nobody whether a mail went out.
 */
export async function postMail(
  tx: Tx | Db,
  mail: Mail & { event: string; to: string; urgent?: boolean },
  really = true,
): Promise<void> {
  await tx.execute(sql`
    insert into ${outbox} (id, event, recipient, subject, html, text, urgent)
    select ${newId()}, ${mail.event}, ${mail.to}, ${mail.subject}, ${mail.html}, ${mail.text}, ${mail.urgent ?? false}::boolean
    where ${really}::boolean
    on conflict (event) do nothing`);
}

/** Deletes mails after 90 days, and the words of undelivered ones after a day: links in them are secrets. */
export async function sweepOutbox(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, sql`now() - interval '90 days'`));
  await db
    .update(outbox)
    .set({ html: "", text: "" })
    .where(
      sql`${outbox.state} in ('failed', 'unknown') and ${outbox.html} <> '' and ${outbox.createdAt} < now() - interval '1 day'`,
    );
}
