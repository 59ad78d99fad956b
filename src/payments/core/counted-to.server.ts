import { type SQL, sql } from "drizzle-orm";
import { isNearby, LOOSER, sameShopper } from "../../accounts/guest/same-shopper.server.ts";
import { users } from "../../accounts/tables.server.ts";
import type { Value } from "../../platform/database/compiled.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Whether a payment counts in a shopper's limits. What moved unpaid from a guest to an account counts to guests with that
 * e-mail still, and not to the account: nobody uses up its limits from outside, and no guest a second time.
 */
export function isCountedTo(userId: Value<string>): SQL {
  return sql`(${payments.userId} = ${sameShopper(userId)} and ${payments.guestEmail} is null
    or ${payments.guestEmail} = (select lower(me.guest_email) from ${users} me where me.id = ${userId}))`;
}

/** Whether it is this very shopper's, or a guest's from the same network address: of those a limit counts each. */
export function isClose(userId: Value<string>): SQL<boolean> {
  return isNearby(payments.userId, userId);
}

/** A count or sum for a limit: of the close ones, and of all with as much as a part of their weight. */
export function strictest(sum: SQL, { which, close }: { which: SQL; close: SQL }): SQL<number> {
  return sql<number>`greatest(coalesce(${sum} filter (where ${which} and ${close}), 0),
    coalesce(${sum} filter (where ${which}), 0) / ${LOOSER}::int)::int`;
}
