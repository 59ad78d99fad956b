import { type SQL, sql } from "drizzle-orm";
import { ofGuest, sameShopper } from "../../accounts/guest/same-shopper.server.ts";
import type { Value } from "../../platform/database/compiled.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Whether a payment counts in a shopper's limits. What moved unpaid from a guest to an account counts to guests with that
 * e-mail from the same network address still, and not to the account: nobody uses up its limits from outside, and no guest a
 * second time.
 */
export function isCountedTo(userId: Value<string>): SQL {
  return sql`(${payments.userId} = ${sameShopper(userId)} and ${payments.guestEmail} is null
    or ${payments.guestEmail} = lower(${ofGuest(userId, "guest_email")}) and ${payments.placedFrom} = ${ofGuest(userId, "guest_from")})`;
}
