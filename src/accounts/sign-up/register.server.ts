import type { z } from "zod";
import { inLanguage } from "../../language/language.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import type { Accounts } from "../accounts.server.ts";
import type { register as contract } from "../contract.ts";
import { alreadyRegisteredMail, mailLanguage, verificationMail } from "../mails.server.ts";
import { refuseWeakPassword } from "../password/password.server.ts";
import {
  addUser,
  contestUnverified,
  findUserByEmail,
  forceFsync,
  recordSignUp,
  type User,
} from "../queries.server.ts";
import { countAsking, mayMail } from "./mail-budget.server.ts";
import { addMailLink } from "./mail-links.server.ts";

/** Hours for which a verification link is valid. */
const VERIFY_HOURS = 24;

/**
 * Opens an account and mails its verification link. If the e-mail has an account already, no password in it changes: a
 * verified owner gets a notice, an unverified one a new link. Another password than the first makes the account contested,
 * whether or not a mail may be sent: see verifyEmail. Known and unknown e-mails run the same statements and hashes, so that
 * nobody can tell them apart.
 * @throws ShopError 400 for a weak password; 429
 */
export async function register(
  { db, limits, passwords, publicUrl }: Accounts,
  wanted: z.infer<typeof contract.body>,
  address: string,
): Promise<void> {
  await refuseWeakPassword(wanted.password, wanted.email);
  await countAsking(limits, "register", wanted.email, address).catch(async (fault: unknown) => {
    await contestUnverified(db, wanted.email);
    throw fault;
  });
  const before = await findUserByEmail(db, wanted.email);
  const passwordHash = await passwords.hashLike(before?.passwordHash, wanted.email, wanted.password);
  const allowed = await mayMail(limits, "register", wanted.email);
  await transaction(db, async (tx) => {
    const added = await addUser(tx, { name: wanted.name, email: wanted.email, passwordHash });
    const owner = await recordSignUp(tx, wanted.email, passwordHash);
    // the mail of a sign-up a moment ago is on its way, so a double click causes no second one
    const due = added !== undefined || (allowed && !owner.justJoined);
    if (!owner.verifiedAt) return sendVerification(tx, { to: owner, allowed: due, publicUrl });
    return sendNotice(tx, { to: owner, allowed, publicUrl });
  });
}

/**
 * Sends an unverified account a new link, and a verified one the notice that it needs none, at most once a minute; everyone
 * gets the same answer in the same time.
 */
export async function resendVerification(
  { db, limits, publicUrl }: Accounts,
  email: string,
  address: string,
): Promise<void> {
  await countAsking(limits, "resend", email, address);
  const allowed = await mayMail(limits, "resend", email);
  await transaction(db, async (tx) => {
    await forceFsync(tx);
    const user = await findUserByEmail(tx, email);
    if (user?.verifiedAt) return sendNotice(tx, { to: user, allowed, publicUrl });
    return sendVerification(tx, { to: user, allowed, publicUrl });
  });
}

/** How long a mail that anybody may have asked for may be sent: half the time for which its link is valid. */
const UNPROVEN = { goodFor: (VERIFY_HOURS * 3_600) / 2 };

/** Mails the notice to a verified owner, with the same statements as for a link. */
async function sendNotice(tx: Tx, notice: { to: User; allowed: boolean; publicUrl: string }): Promise<void> {
  const { to, allowed, publicUrl } = notice;
  await addMailLink(tx, { userId: undefined, purpose: "verify", hours: VERIFY_HOURS });
  // the owner's language, not that of the person who typed this e-mail
  const mail = inLanguage(to.language, () => alreadyRegisteredMail(to, publicUrl));
  await enqueueMail(
    tx,
    { urgent: true, event: `registered-again:${newId()}`, to: to.email, unproven: UNPROVEN, ...mail },
    allowed,
  );
}

async function sendVerification(
  tx: Tx,
  verification: { to: User | undefined; allowed: boolean; publicUrl: string },
): Promise<void> {
  const { to, publicUrl } = verification;
  const real = verification.allowed && to !== undefined;
  const userId = real ? to.id : undefined;
  const secret = await addMailLink(tx, { userId, purpose: "verify", hours: VERIFY_HOURS });
  const link = `${publicUrl}/verify-email?token=${secret}`;
  const facts = { link, hours: VERIFY_HOURS, contested: to?.contested ?? false };
  const mail = inLanguage(mailLanguage(to), () => verificationMail(facts));
  await enqueueMail(
    tx,
    { urgent: true, event: `verify:${newId()}`, to: to?.email ?? "", unproven: UNPROVEN, ...mail },
    real,
  );
}
