import { inLanguage } from "../../language/language.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { mailLanguage, passwordChangedMail } from "../mails.server.ts";
import { forgetTried, type User } from "../queries.server.ts";
import { endAllSessions } from "../sign-in/session.server.ts";
import { endMailLinks } from "../sign-up/mail-links.server.ts";

/** After a change of the password: ends sessions and mailed links, and mails the owner. */
export async function endAccess(tx: Tx, user: User, publicUrl: string): Promise<void> {
  await endAllSessions(tx, user.id);
  await endMailLinks(tx, user.id);
  await forgetTried(tx, user.id);
  await enqueueMail(tx, {
    event: `password:${newId()}`,
    to: user.email,
    ...inLanguage(mailLanguage(user), () => passwordChangedMail(user, publicUrl)),
  });
}
