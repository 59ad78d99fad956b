import type { z } from "zod";
import { type Db, type Tx, transaction } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { postMail } from "../platform/mail/outbox.server.ts";
import type { register as contract } from "./contract.ts";
import { alreadyRegisteredMail, verificationMail } from "./mails.server.ts";
import type { Passwords } from "./password.server.ts";
import { addMailLink, addUser, findUserByEmail, type User } from "./queries.server.ts";

/** Hours a verification link is good for. */
const VERIFY_HOURS = 24;

/** What anyone who registers or asks for another mail is told, known e-mail or not. */
export const CHECK_YOUR_MAIL = "Please check your email to verify your account.";

type Accounts = { db: Db; passwords: Passwords; publicUrl: string };

/** Opens an account and sends its verification link; an e-mail that has one gets a notice instead, and nothing changes. */
export async function register(
  { db, passwords, publicUrl }: Accounts,
  wanted: z.infer<typeof contract.body>,
): Promise<void> {
  const passwordHash = await passwords.hash(wanted.password);
  await transaction(db, async (tx) => {
    const user = await addUser(tx, { name: wanted.name, email: wanted.email, passwordHash });
    if (user) return sendVerification(tx, user, publicUrl);
    const owner = await findUserByEmail(tx, wanted.email);
    if (owner)
      await postMail(tx, {
        event: `registered-again:${newId()}`,
        to: owner.email,
        ...alreadyRegisteredMail(owner.name, publicUrl),
      });
  });
}

/** Sends an unverified account another link; anyone else gets the same answer and no mail. */
export async function resendVerification({ db, publicUrl }: Accounts, email: string): Promise<void> {
  await transaction(db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user && !user.verifiedAt) await sendVerification(tx, user, publicUrl);
  });
}

async function sendVerification(tx: Tx, user: User, publicUrl: string): Promise<void> {
  const token = await addMailLink(tx, { userId: user.id, purpose: "verify", hours: VERIFY_HOURS });
  await postMail(tx, {
    event: `verify:${newId()}`,
    to: user.email,
    ...verificationMail(user.name, `${publicUrl}/verify-email?token=${token}`, VERIFY_HOURS),
  });
}
