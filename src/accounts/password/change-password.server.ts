import type { z } from "zod";
import { transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Accounts } from "../accounts.server.ts";
import type { changePassword as changeContract, resetPassword as resetContract } from "../contract.ts";
import { moveGuests } from "../guest/move-guests.server.ts";
import type { Visitor } from "../profile/devices.server.ts";
import { findUser, replacePassword, resetPasswordOf, type User } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { countGuess, resetGuesses, uncountGuess } from "../sign-in/guesses.server.ts";
import { welcomeHome } from "../sign-in/log-in.server.ts";
import { beginSession } from "../sign-in/session.server.ts";
import { consumeMailLink, ownerOfLink } from "../sign-up/mail-links.server.ts";
import { endAccess } from "./end-access.server.ts";
import { refuseWeakPassword } from "./password.server.ts";

/**
 * Sets a new password by a mailed link: works once, signs every device out and ends the account's other links. It also proves
 * the mailbox, so an unverified account is verified, and gets what was ordered as a guest with its e-mail.
 * @throws ShopError 400 when the link or the password is refused
 */
export async function resetPassword(
  { db, limits, passwords, publicUrl, guestRecords }: Accounts,
  wanted: z.infer<typeof resetContract.body>,
  address: string,
): Promise<void> {
  // checked first, so that only a valid link can cause a hash to be computed
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
 * Changes the password of the signed-in person and returns the token of the one session that goes on.
 * @throws ShopError 400 when the current password is wrong, a guest has none, or the new one is refused; 409; 429
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

/** Throws unless the account's password was typed; wrong ones are counted. @throws ShopError 400 with `refusal`; 429 */
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
