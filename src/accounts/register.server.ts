import type { z } from "zod";
import { type Tx, transaction } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { postMail } from "../platform/mail/outbox.server.ts";
import type { Accounts } from "./accounts.server.ts";
import { refuseWeakPassword } from "./common-password.server.ts";
import type { register as contract } from "./contract.ts";
import { countAsking, mayMail } from "./mail-budget.server.ts";
import { addMailLink } from "./mail-links.server.ts";
import { alreadyRegisteredMail, verificationMail } from "./mails.server.ts";
import { addUser, costAWrite, findUserByEmail, type User } from "./queries.server.ts";

/** Hours a verification link is good for. */
const VERIFY_HOURS = 24;

/**
 * Opens an account and mails its verification link. Where the e-mail has an account nothing in it changes: a verified
 * owner gets a notice, an unverified one a fresh link. With another password than the first that link is marked: see
 * verifyEmail. Known and unknown e-mails take the same statements and hashes, so that nobody can tell them apart.
 */
export async function register(
  { db, limits, passwords, publicUrl }: Accounts,
  wanted: z.infer<typeof contract.body>,
  address: string,
): Promise<void> {
  await refuseWeakPassword(wanted.password, wanted.email);
  await countAsking(limits, "register", wanted.email, address);
  const before = await findUserByEmail(db, wanted.email);
  const samePassword = await passwords.matches(before?.passwordHash, wanted.password);
  const passwordHash = await passwords.hash(wanted.password);
  const allowed = await mayMail(limits, "register", wanted.email);
  await transaction(db, async (tx) => {
    const added = await addUser(tx, { name: wanted.name, email: wanted.email, passwordHash });
    const owner = await findUserByEmail(tx, wanted.email);
    if (added) return sendVerification(tx, { to: added, again: false, allowed: true, publicUrl });
    if (!owner?.verifiedAt) {
      // the mail of a sign-up a moment ago is on its way: a double click needs no second
      const due = allowed && owner?.justJoined === false;
      return sendVerification(tx, { to: owner, again: !samePassword, allowed: due, publicUrl });
    }
    await addMailLink(tx, { userId: undefined, purpose: "verify", hours: VERIFY_HOURS });
    await postMail(
      tx,
      {
        event: `registered-again:${newId()}`,
        to: owner.email,
        ...alreadyRegisteredMail(owner.name, publicUrl),
      },
      allowed,
    );
  });
}

/** Sends an unverified account another link, once a minute; everyone else gets the same answer in the same time. */
export async function resendVerification(
  { db, limits, publicUrl }: Accounts,
  email: string,
  address: string,
): Promise<void> {
  await countAsking(limits, "resend", email, address);
  const allowed = await mayMail(limits, "resend", email);
  await transaction(db, async (tx) => {
    await costAWrite(tx);
    const user = await findUserByEmail(tx, email);
    await sendVerification(tx, { to: user?.verifiedAt ? undefined : user, again: false, allowed, publicUrl });
  });
}

async function sendVerification(
  tx: Tx,
  letter: { to: User | undefined; again: boolean; allowed: boolean; publicUrl: string },
): Promise<void> {
  const { to, again, publicUrl } = letter;
  const real = letter.allowed && to !== undefined;
  const userId = real ? to.id : undefined;
  const secret = await addMailLink(tx, { userId, purpose: "verify", hours: VERIFY_HOURS, again });
  const link = `${publicUrl}/verify-email?token=${secret}`;
  const mail = verificationMail({ name: to?.name ?? "", link, hours: VERIFY_HOURS, again });
  await postMail(tx, { event: `verify:${newId()}`, to: to?.email ?? "", ...mail }, real);
}
