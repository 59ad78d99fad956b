import type { z } from "zod";
import { readMobile } from "../../phone-rules.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { addressKey, type Limit, type Limits, TooManyRequests } from "../../platform/http/limits.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { plainMailbox } from "../../platform/mail/outbox.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Accounts } from "../accounts.server.ts";
import type { guest as contract } from "../contract.ts";
import { rememberDevice, type Visitor } from "../profile/devices.server.ts";
import { addGuest, changeGuest, dropUser, type Guest } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { isHome } from "../sign-in/log-in.server.ts";
import { beginNamedSession, beginSession, findSessionOwner } from "../sign-in/session.server.ts";
import { countAddress } from "../sign-up/mail-budget.server.ts";
import { emailOfGuest } from "./same-shopper.server.ts";

/** How often guests may use one mailbox in an hour, from all addresses together. */
const TAKEN: Limit = { name: "guest-mailbox", times: 20, seconds: 3_600 };

/** Remembers for a year where somebody has ordered with a mailbox. */
const ORDERED: Limit = { name: "ordered-here", times: 1, seconds: 365 * 86_400 };

/** A guest's use of an e-mail: `userId`, if they are a guest already, and their network address. */
type Taking = { email: string; userId: string | undefined; address: string };

/**
 * Counts that a guest uses an e-mail, but not where they have it already. After twenty times in an hour only network addresses
 * may use it from which somebody has ordered with it, or logged in to its account.
 * @throws ShopError 429
 */
export async function countEmailTaken(
  { db, limits }: { db: Db; limits: Limits },
  { email, userId, address }: Taking,
): Promise<void> {
  const mailbox = plainMailbox(email);
  const has = userId && (await emailOfGuest(db, userId));
  if (has && plainMailbox(has) === mailbox) return;
  const wait = await limits.take(TAKEN, mailbox);
  if (wait === 0 || (await isHome(limits, email, address))) return;
  if (await limits.remembers(ORDERED, `${mailbox} ${addressKey(address)}`)) return;
  throw new TooManyRequests(wait, ACCOUNT_TEXTS.emailTakenOften);
}

/** Remembers that somebody ordered with this e-mail from this network address. */
export async function rememberOrdered(limits: Limits, email: string, address: string): Promise<void> {
  await limits.remember(ORDERED, `${plainMailbox(email)} ${addressKey(address)}`);
}

/** Limits guests with one phone at one network address, so that nobody can block a phone's orders from elsewhere. */
const BY_PHONE_HERE: Limit = { name: "guest-phone-here", times: 30, seconds: 3_600 };

/** Who makes the call: the user of a session, which may have ended, or the sender of an earlier try under the same key. */
type Known = {
  signedIn: { userId: string; token: string } | undefined;
  sentToken: boolean;
  key: string | undefined;
};

/**
 * Signs a person without an account in on this device, and returns the token. A guest who is signed in here stays the same
 * one, with new details and the same token; so does who sends the key of an earlier try whose answer was lost. Accounts are
 * not looked up, so that the answer does not tell who has one.
 * @throws ShopError 401 for a sign-in that has ended, as another guest could pay for the same once more; 409 for who is
 * signed in to an account; 429
 */
export async function orderAsGuest(
  { db, limits }: Pick<Accounts, "db" | "limits">,
  wanted: z.infer<typeof contract.body>,
  visitor: Visitor,
  { signedIn, sentToken, key }: Known,
): Promise<string> {
  if (!signedIn && sentToken && !key) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  const { address } = visitor;
  await countAddress(limits, "guest", address);
  const { firstName, lastName, email } = wanted;
  await countEmailTaken({ db, limits }, { email, userId: signedIn?.userId, address });
  const phone = readMobile(wanted.phone) ?? "";
  await limits.demand(BY_PHONE_HERE, `${addressKey(address)} ${phone}`);
  const guest = { name: `${firstName} ${lastName}`, email, phone };
  if (!signedIn && key) return beginUnderKey(db, guest, visitor, key);
  if (!signedIn)
    return transaction(db, async (tx) => beginSession(tx, await addGuest(tx, guest, address), visitor));
  if (await changeGuest(db, signedIn.userId, guest)) {
    if (visitor.deviceHash) await rememberDevice(db, signedIn.userId, visitor.deviceHash);
    return signedIn.token;
  }
  throw new ShopError(409, ACCOUNT_TEXTS.signedInAlready);
}

/**
 * One guest for all tries under a key: its token is derived from the key, so that a later answer has it too, and the
 * table of sessions accepts it only once. @throws ShopError 401 when that sign-in ends at this moment
 */
async function beginUnderKey(db: Db, guest: Guest, visitor: Visitor, key: string): Promise<string> {
  // prefixed, so that no key is itself a token
  const token = hashSecret(`guest ${key}`);
  return transaction(db, async (tx) => {
    const added = await addGuest(tx, guest, visitor.address);
    if (await beginNamedSession(tx, added, visitor, token)) return token;
    await dropUser(tx, added);
    const earlier = await findSessionOwner(tx, token);
    if (earlier && (await changeGuest(tx, earlier, guest))) return token;
    throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  });
}
