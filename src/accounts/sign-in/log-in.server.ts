import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { addressKey, type Limit } from "../../platform/http/limits.server.ts";
import { isSameSecret } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Accounts } from "../accounts.server.ts";
import type { login } from "../contract.ts";
import { moveGuests } from "../guest/move-guests.server.ts";
import type { Visitor } from "../profile/devices.server.ts";
import { findForLogIn, keepLanguage, type User } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { users } from "../tables.server.ts";
import { countAttempt, countGuess, resetGuesses, uncountAttempt, uncountGuess } from "./guesses.server.ts";
import { beginSession } from "./session.server.ts";

/** Remembers for 30 days from which addresses an account's owner has logged in or set a password. */
const HOME: Limit = { name: "login-home", times: 1, seconds: 30 * 86_400 };

/**
 * Checks e-mail and password and begins a session. An unknown e-mail runs the same statements and the same hash. A password
 * typed at a sign-up gets 403, for a new account as for a known one, so that nobody learns which it was.
 *
 * Wrong guesses slow down the account for everyone, except on devices that logged in to it before and at addresses its owner
 * used lately: each of those is counted on its own. So nobody can keep the owner out; on a new phone the owner can use "forgot
 * password". Many wrong ones from one address slow that address down, whichever accounts they are for.
 * Orders made meanwhile as a guest with the account's verified e-mail become the account's.
 * @throws ShopError 401; 403 with `needsVerification` after a password of a sign-up; 429
 */
export async function logIn(
  { db, limits, passwords, guestRecords }: Accounts,
  wanted: z.infer<typeof login.body>,
  { signedIn, ...visitor }: Visitor & { signedIn: string | undefined },
): Promise<string> {
  const place = addressKey(visitor.address);
  const account = wanted.email.toLowerCase();
  const user = await findForLogIn(db, wanted.email, visitor.deviceHash);
  const atHome = await isHome(limits, wanted.email, visitor.address);
  const stranger = !user?.knowsDevice && !atHome;
  const subject = user?.knowsDevice
    ? `${account} device ${visitor.deviceHash}`
    : atHome
      ? `${account} ${place}`
      : account;
  const forgive = async () => stranger && uncountAttempt(limits, place);
  if (stranger) await countAttempt(limits, place);
  await countGuess(limits, subject).catch(async (refusal: unknown) => {
    await forgive();
    throw refusal;
  });
  const typed = await passwords
    .hashLike(user?.passwordHash, wanted.email, wanted.password)
    .catch(async (fault: unknown) => {
      await uncountGuess(limits, subject);
      await forgive();
      throw fault;
    });
  const opens = user?.verifiedAt && isSameSecret(typed, user.passwordHash);
  const tried = user?.tried.some((hash) => isSameSecret(typed, hash));
  if (!opens && !tried) throw new ShopError(401, ACCOUNT_TEXTS.loginFailed);
  await forgive();
  if (!opens) {
    // not a guess, but no proof of the owner either: the wrong guesses so far still count
    await uncountGuess(limits, subject);
    throw new ShopError(403, ACCOUNT_TEXTS.verifyFirst, { needsVerification: true });
  }
  await resetGuesses(limits, subject);
  await limits.remember(HOME, `${account} ${place}`);
  return transaction(db, async (tx) => {
    await moveGuests(tx, guestRecords, user, signedIn);
    await keepLanguage(tx, user.id);
    await demandPassword(tx, user);
    return beginSession(tx, user.id, visitor);
  });
}

/** The password may have changed while the typed one was hashed, which ended all sessions. @throws ShopError 401 */
async function demandPassword(tx: Tx, { id, passwordHash }: User): Promise<void> {
  const its = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
  const [user] = await tx.select({ id: users.id }).from(users).where(its).for("no key update");
  if (!user) throw new ShopError(401, ACCOUNT_TEXTS.loginFailed);
}

/** Whether the owner of this e-mail's account has recently logged in from this address. */
export function isHome(limits: Accounts["limits"], email: string, address: string): Promise<boolean> {
  return limits.remembers(HOME, `${email.toLowerCase()} ${addressKey(address)}`);
}

/** The owner proved the mailbox from this address: guesses made by others no longer slow it down. */
export async function welcomeHome(limits: Accounts["limits"], email: string, address: string): Promise<void> {
  const account = email.toLowerCase();
  const home = `${account} ${addressKey(address)}`;
  await limits.remember(HOME, home);
  await resetGuesses(limits, home);
  await resetGuesses(limits, account);
}
