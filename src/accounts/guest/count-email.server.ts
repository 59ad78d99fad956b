import type { Db } from "../../platform/database/db.server.ts";
import { addressKey, type Limit, type Limits, TooManyRequests } from "../../platform/http/limits.server.ts";
import { plainMailbox } from "../../platform/mail/plain-mailbox.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { isHome } from "../sign-in/log-in.server.ts";
import { emailOfGuest } from "./same-shopper.server.ts";

/** How often guests may take one mailbox in an hour, from all addresses together. */
const TAKEN: Limit = { name: "guest-mailbox", times: 20, seconds: 3_600 };

/** Where somebody has ordered under a mailbox, for a year. */
const ORDERED: Limit = { name: "ordered-here", times: 1, seconds: 365 * 86_400 };

/** Who takes an e-mail as a guest: `userId`, where they are one already, from this network address. */
type Taking = { email: string; userId: string | undefined; address: string };

/**
 * Counts that a guest takes an e-mail; one who has it already takes it no second time. Once it was taken twenty times in an
 * hour, only network addresses from which somebody ordered under it, or logged in to its account, take it.
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

/** Somebody ordered under this e-mail from this network address. */
export async function rememberOrdered(limits: Limits, email: string, address: string): Promise<void> {
  await limits.remember(ORDERED, `${plainMailbox(email)} ${addressKey(address)}`);
}
