import type { z } from "zod";
import { readMobile } from "../../phone-rules.ts";
import { transaction } from "../../platform/database/db.server.ts";
import type { Limit } from "../../platform/http/limits.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Accounts } from "../accounts.server.ts";
import type { guest as contract } from "../contract.ts";
import type { Visitor } from "../profile/devices.server.ts";
import { addGuest, changeGuest } from "../queries.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { beginSession } from "../sign-in/session.server.ts";
import { countAsking } from "../sign-up/mail-budget.server.ts";

/** Limits count guests by phone as well. */
const BY_PHONE: Limit = { name: "guest-phone", times: 30, seconds: 3_600 };

/**
 * Signs a person without an account in on this device, and gives the token. Whoever is a guest here already stays the same
 * one, with new details and the same token. No account is looked for: the answer says nothing of who has one.
 * @throws ShopError 409 for who is signed in to an account; 429
 */
export async function orderAsGuest(
  { db, limits }: Pick<Accounts, "db" | "limits">,
  wanted: z.infer<typeof contract.body>,
  visitor: Visitor,
  signedIn: { userId: string; token: string } | undefined,
): Promise<string> {
  await countAsking(limits, "guest", wanted.email, visitor.address);
  const { firstName, lastName, email } = wanted;
  const phone = readMobile(wanted.phone) ?? "";
  await limits.demand(BY_PHONE, phone);
  const guest = { name: `${firstName} ${lastName}`, email, phone };
  if (!signedIn) return transaction(db, async (tx) => beginSession(tx, await addGuest(tx, guest), visitor));
  if (await changeGuest(db, signedIn.userId, guest)) return signedIn.token;
  throw new ShopError(409, ACCOUNT_TEXTS.signedInAlready);
}
