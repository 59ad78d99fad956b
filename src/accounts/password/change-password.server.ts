import type { z } from "zod";
import { inLanguage } from "../../language/language.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { enqueueMail, type QueuedMail } from "../../platform/mail/outbox.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Accounts } from "../accounts.server.ts";
import type { changePassword as changeContract, resetPassword as resetContract } from "../contract.ts";
import { moveGuests } from "../guest/move-guests.server.ts";
import { mailLanguage, passwordChangedMail, resetMail } from "../mails.server.ts";
import type { Visitor } from "../profile/devices.server.ts";
import {
  findUser,
  findUserByEmail,
  forceFsync,
  forgetTried,
  replacePassword,
  resetPasswordOf,
  type User,
} from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { countGuess, resetGuesses, uncountGuess } from "../sign-in/guesses.server.ts";
import { isHome, welcomeHome } from "../sign-in/log-in.server.ts";
import { beginSession, endAllSessions } from "../sign-in/session.server.ts";
import { countAsking, mayMail } from "../sign-up/mail-budget.server.ts";
import { addMailLink, consumeMailLink, endMailLinks, ownerOfLink } from "../sign-up/mail-links.server.ts";
import { refuseWeakPassword } from "./common-password.server.ts";

/** Hours a link to set a new password is good for. */
const RESET_HOURS = 1;

/**
 * Mails the owner a link to set a new password, once a minute; an unknown e-mail costs the same and sends nothing. Asked from
 * where the owner logged in before, the mail does not count for the mailbox: no stranger's mails delay it.
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
 * Mails the owner a link to set a new password; for nobody it does the same work and sends nothing. `unproven`: asked by
 * somebody who may be a stranger.
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

/**
 * Sets a new password by a mailed link: once, and every device and every other link of the account ends. The mailbox
 * is proven too, so an unverified account is verified, and what was ordered as a guest with its e-mail is the account's.
 * @throws ShopError 400 when the link or the password cannot be taken
 */
export async function resetPassword(
  { db, limits, passwords, publicUrl, guestRecords }: Accounts,
  wanted: z.infer<typeof resetContract.body>,
  address: string,
): Promise<void> {
  // looked at first, so that only a good link can ask for a hash
  const owner = await ownerOfLink(db, wanted.token, "reset");
  if (!owner) throw new ShopError(400, ACCOUNT_TEXTS.resetLinkExpired);
  await refuseWeakPassword(wanted.password, owner.email);
  const passwordHash = await passwords.hash(wanted.password);
  // before the change, so that nothing can fail after it
  await welcomeHome(limits, owner.email, address);
  await transaction(db, async (tx) => {
    const userId = await consumeMailLink(tx, wanted.token, "reset");
    const user = userId && (await resetPasswordOf(tx, userId, passwordHash));
    if (!user) throw new ShopError(400, ACCOUNT_TEXTS.resetLinkExpired);
    await moveGuests(tx, guestRecords, user);
    await endAccess(tx, user, publicUrl);
  });
}

/**
 * Changes the password of the signed-in person and gives the one session that goes on.
 * @throws ShopError 400 when the current password is wrong, a guest has none, or the new one cannot be taken; 409; 429
 */
export async function changePassword(
  { db, limits, passwords, publicUrl }: Accounts,
  userId: string,
  wanted: z.infer<typeof changeContract.body>,
  visitor: Visitor,
): Promise<string> {
  const user = await findUser(db, userId);
  if (!user) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  if (user.guestEmail !== null) throw new ShopError(400, ACCOUNT_TEXTS.guestHasNoPassword);
  await refuseWeakPassword(wanted.newPassword, user.email);
  await refuseOtherPassword({ limits, passwords }, user, wanted.currentPassword, ACCOUNT_TEXTS.passwordWrong);
  const to = await passwords.hash(wanted.newPassword);
  return transaction(db, async (tx) => {
    if (!(await replacePassword(tx, user.id, { from: user.passwordHash, to })))
      throw new ShopError(409, ACCOUNT_TEXTS.passwordRaced);
    await endAccess(tx, user, publicUrl);
    return beginSession(tx, user.id, visitor);
  });
}

/** Goes on when the account's password was typed; wrong ones are counted. @throws ShopError 400 with `refusal`; 429 */
export async function refuseOtherPassword(
  { limits, passwords }: Pick<Accounts, "limits" | "passwords">,
  user: Pick<User, "id" | "passwordHash">,
  typed: string,
  refusal: string,
): Promise<void> {
  await countGuess(limits, user.id);
  const right = await passwords.matches(user.passwordHash, typed).catch(async (fault: unknown) => {
    await uncountGuess(limits, user.id);
    throw fault;
  });
  if (!right) throw new ShopError(400, refusal);
  await resetGuesses(limits, user.id);
}

/** What every change of a password ends, and the notice to the owner. */
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
