import { type SQL, sql } from "drizzle-orm";
import { ofGuest, sameShopper } from "../../accounts/guest/same-shopper.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Value } from "../../platform/database/compiled.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Whether a payment counts towards a shopper's limits. Payments that moved from a guest to an account still count for guests with
 * that e-mail and the same network address, and not for the account: so strangers cannot use up an account's limits, and a
 * guest's limits do not start afresh.
 */
export function countsTowardsLimitsOf(userId: Value<string>): SQL {
  const ordersOf = (which: SQL) =>
    sql`${payments.orderId} = any(array(select ${orders.id} from ${orders} where ${which}))`;
  const own = ordersOf(sql`${orders.userId} = ${sameShopper(userId)} and ${orders.guestEmail} is null`);
  const moved = ordersOf(sql`${orders.guestEmail} = lower(${ofGuest(userId, "guest_email")})`);
  return sql`(${own} or ${moved} and ${payments.placedFrom} = ${ofGuest(userId, "guest_from")})`;
}
