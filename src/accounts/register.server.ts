import type { z } from "zod";
import { type Tx, transaction } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { postMail } from "../platform/mail/outbox.server.ts";
import type { Accounts } from "./accounts.server.ts";
import { refuseWeakPassword } from "./common-password.server.ts";
import type { register as contract } from "./contract.ts";
import { countAsking, mayMail } from "./mail-budget.server.ts";
import { addMailLink, type Given } from "./mail-links.server.ts";
import { alreadyRegisteredMail, verificationMail } from "./mails.server.ts";
import { addUser, costAWrite, findUserByEmail, type User } from "./queries.server.ts";

/** Hours a verification link is good for. */
const VERIFY_HOURS = 24;

/**
 * Opens an account and mails its verification link. Where the e-mail has an account nothing in it changes: a verified
 * owner gets a notice, an unverified one a fresh link that takes over what was given now. Known and unknown e-mails
 * take the same statements, hashing included, so that nobody can tell them apart.
 */
export async function register(
  { db, limits, passwords, publicUrl }: Accounts,
  wanted: z.infer<typeof contract.body>,
  address: string,
): Promise<void> {
  await refuseWeakPassword(wanted.password, wanted.email);
  await countAsking(limits, "register", wanted.email, address);
  const given = { name: wanted.name, passwordHash: await passwords.hash(wanted.password) };
  const allowed = await mayMail(limits, "register", wanted.email);
  await transaction(db, async (tx) => {
    const added = await addUser(tx, { email: wanted.email, ...given });
    const owner = await findUserByEmail(tx, wanted.email);
    if (added) return sendVerification(tx, { to: added, allowed: true, publicUrl });
    if (!owner?.verifiedAt) {
      // the mail of a sign-up a moment ago is on its way: a double click needs no second
      const due = allowed && owner?.justJoined === false;
      return sendVerification(tx, { to: owner, given, allowed: due, publicUrl });
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
    await sendVerification(tx, { to: user?.verifiedAt ? undefined : user, allowed, publicUrl });
  });
}

async function sendVerification(
  tx: Tx,
  letter: { to: User | undefined; given?: Given | undefined; allowed: boolean; publicUrl: string },
): Promise<void> {
  const { to, given, publicUrl } = letter;
  const real = letter.allowed && to !== undefined;
  const secret = await addMailLink(tx, {
    userId: real ? to.id : undefined,
    purpose: "verify",
    hours: VERIFY_HOURS,
    given,
  });
  const link = `${publicUrl}/verify-email?token=${secret}`;
  const mail = verificationMail({
    name: given?.name ?? to?.name ?? "",
    link,
    hours: VERIFY_HOURS,
    again: given !== undefined,
  });
  await postMail(tx, { event: `verify:${newId()}`, to: to?.email ?? "", ...mail }, real);
}
