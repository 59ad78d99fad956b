import type { z } from "zod";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Accounts } from "../accounts.server.ts";
import type { verifyEmail as contract } from "../contract.ts";
import { moveGuests } from "../guest/move-guests.server.ts";
import { refuseOtherPassword } from "../password/change-password.server.ts";
import { endAccess } from "../password/end-access.server.ts";
import { mailReset } from "../password/forgot-password.server.ts";
import { refuseWeakPassword } from "../password/password.server.ts";
import type { Visitor } from "../profile/devices.server.ts";
import { findUser, forgetTried, markVerified, resetPasswordOf, voidPassword } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { beginSession, endAllSessions } from "../sign-in/session.server.ts";
import { consumeMailLink, endMailLinks, hasVerified, ownerOfLink } from "./mail-links.server.ts";

type VerifyRequest = z.infer<typeof contract.body>;

/**
 * Uses a verification link: the e-mail is proven and a session begins, once. A used link that has not expired says that the e-mail
 * is verified, and begins no session. Orders made as a guest with this e-mail become the account's, and so does that guest's
 * browser; in a browser where somebody else is signed in, they stay so. A `password` sent along must be the account's; a
 * `newPassword` replaces all passwords typed at sign-up, as one set by mail does.
 * @throws ShopError 400 when the link is unknown or expired, or the password cannot be accepted, such as a new one with a used
 * link; 429
 */
export async function verifyEmail(
  accounts: Accounts,
  wanted: VerifyRequest,
  { signedIn, ...visitor }: Visitor & { signedIn: string | undefined },
): Promise<{ message: string; token?: string }> {
  const chosen = await checkPassword(accounts, wanted);
  return transaction(accounts.db, async (tx) => {
    const userId = await consumeMailLink(tx, wanted.token, "verify");
    if (!userId) {
      if (!(await hasVerified(tx, wanted.token))) throw new ShopError(400, ACCOUNT_TEXTS.linkExpired);
      // a person who chose a new password must not believe that it counts
      if (wanted.newPassword !== undefined) throw new ShopError(400, ACCOUNT_TEXTS.passwordNotTaken);
      return { message: ACCOUNT_TEXTS.verifiedBefore };
    }
    const message = await prove(tx, userId, { chosen, here: signedIn }, accounts);
    if (signedIn && signedIn !== userId) {
      // a guest with this e-mail has just become the account
      const other = await findUser(tx, signedIn);
      if (other)
        return {
          message: other.guestEmail ? ACCOUNT_TEXTS.verifiedBesideGuest : ACCOUNT_TEXTS.verifiedAside,
        };
    }
    return { message, token: await beginSession(tx, userId, visitor) };
  });
}

/** The hash of the new password, if one was chosen. */
async function checkPassword(accounts: Accounts, wanted: VerifyRequest): Promise<string | undefined> {
  const { token, password, newPassword } = wanted;
  if (password === undefined && newPassword === undefined) return undefined;
  // the link is checked first, so that only a valid one costs a hash
  const owner = await ownerOfLink(accounts.db, token, "verify");
  if (!owner) return undefined;
  if (newPassword !== undefined) {
    await refuseWeakPassword(newPassword, owner.email);
    return accounts.passwords.hash(newPassword);
  }
  await refuseOtherPassword(accounts, owner, password ?? "", ACCOUNT_TEXTS.passwordNotSignedUp);
}

/**
 * Marks the mailbox as proven, and with it the only password typed at sign-up, unless another is `chosen`. If several were typed,
 * a stranger may know one: then none of them counts, and the owner is mailed a link to choose another.
 */
async function prove(
  tx: Tx,
  userId: string,
  { chosen, here }: { chosen: string | undefined; here: string | undefined },
  { publicUrl, guestRecords }: Pick<Accounts, "publicUrl" | "guestRecords">,
) {
  if (chosen) {
    const owner = await resetPasswordOf(tx, userId, chosen);
    if (owner) {
      await moveGuests(tx, guestRecords, owner, here);
      await endAccess(tx, owner, publicUrl);
    }
    return ACCOUNT_TEXTS.verified;
  }
  const user = await markVerified(tx, userId);
  if (user) await moveGuests(tx, guestRecords, user, here);
  await endMailLinks(tx, userId, "verify");
  await forgetTried(tx, userId);
  if (!user?.contested) return ACCOUNT_TEXTS.verified;
  await voidPassword(tx, userId);
  await endAllSessions(tx, userId);
  await mailReset(tx, user, publicUrl);
  return ACCOUNT_TEXTS.verifiedContested;
}

/**
 * The e-mail a verification link is for, and whether it was signed up with several passwords.
 * @throws ShopError 400 when the link can no longer be used
 */
export async function findOwner({ db }: Pick<Accounts, "db">, secret: string) {
  const owner = await ownerOfLink(db, secret, "verify");
  if (!owner) throw new ShopError(400, ACCOUNT_TEXTS.linkExpired);
  return { email: owner.email, contested: owner.contested };
}
