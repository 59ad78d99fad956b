import type { z } from "zod";
import { readMobile } from "../../phone-rules.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { addressKey, type Limit } from "../../platform/http/limits.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Accounts } from "../accounts.server.ts";
import type { guest as contract } from "../contract.ts";
import { rememberDevice, type Visitor } from "../profile/devices.server.ts";
import { addGuest, changeGuest, dropUser, type Guest } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { beginNamedSession, beginSession, findSessionOwner } from "../sign-in/session.server.ts";
import { countAddress } from "../sign-up/mail-budget.server.ts";
import { countEmailTaken } from "./count-email.server.ts";

/** Guests by phone, at one network address: nobody keeps a phone from ordering at another. */
const BY_PHONE_HERE: Limit = { name: "guest-phone-here", times: 30, seconds: 3_600 };

/** Whose call it is: of a session, which may have ended, or of a key that an earlier try was sent under. */
type Known = {
  signedIn: { userId: string; token: string } | undefined;
  sentToken: boolean;
  key: string | undefined;
};

/**
 * Signs a person without an account in on this device, and gives the token. Whoever is a guest here already stays the same
 * one, with new details and the same token; so does who sends the key of an earlier try, whose answer was lost. No account
 * is looked for: the answer says nothing of who has one.
 * @throws ShopError 401 for who was signed in, and is no more: another guest could pay for the same once more; 409 for who is
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
 * One guest for a key, of all tries together: its token comes from the key, so that a later answer has it too, and the
 * table of sessions takes it once. @throws ShopError 401 when that sign-in ends at this moment
 */
async function beginUnderKey(db: Db, guest: Guest, visitor: Visitor, key: string): Promise<string> {
  // of its own kind: no key is a token
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
