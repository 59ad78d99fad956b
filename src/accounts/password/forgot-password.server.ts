import { inLanguage } from "../../language/language.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { enqueueMail, type QueuedMail } from "../../platform/mail/outbox.server.ts";
import type { Accounts } from "../accounts.server.ts";
import { mailLanguage, resetMail } from "../mails.server.ts";
import { findUserByEmail, forceFsync, type User } from "../queries.server.ts";
import { isHome } from "../sign-in/log-in.server.ts";
import { countAsking, mayMail } from "../sign-up/mail-budget.server.ts";
import { addMailLink } from "../sign-up/mail-links.server.ts";

/** Hours for which a link to set a new password can be used. */
const RESET_HOURS = 1;

/**
 * Mails the owner a link to set a new password, once a minute; an unknown e-mail costs the same work and sends nothing. A request
 * from where the owner logged in before does not count against the mailbox's limit, so that strangers cannot delay it.
 */
export async function forgotPassword(
  { db, limits, publicUrl }: Accounts,
  email: string,
  address: string,
): Promise<void> {
  await countAsking(limits, "forgot", email, address);
  const allowed = await mayMail(limits, "forgot", email);
  const unproven = (await isHome(limits, email, address)) ? undefined : { goodFor: RESET_HOURS * 1_800 };
  await transaction(db, async (tx) => {
    await forceFsync(tx);
    const user = await findUserByEmail(tx, email);
    await mailReset(tx, allowed ? user : undefined, publicUrl, unproven);
  });
}

/**
 * Mails the owner a link to set a new password; without a user it does the same work and sends nothing. `unproven`: it was
 * requested by somebody who may be a stranger.
 */
export async function mailReset(
  tx: Tx,
  user: User | undefined,
  publicUrl: string,
  unproven?: QueuedMail["unproven"],
): Promise<void> {
  const secret = await addMailLink(tx, { userId: user?.id, purpose: "reset", hours: RESET_HOURS });
  const link = `${publicUrl}/reset-password?token=${secret}`;
  const mail = inLanguage(mailLanguage(user), () => resetMail(user, link, RESET_HOURS));
  await enqueueMail(
    tx,
    { urgent: true, event: `reset:${newId()}`, to: user?.email ?? "", unproven, ...mail },
    user !== undefined,
  );
}
