import { type SQL, sql } from "drizzle-orm";
import { ofGuest, sameShopper } from "../../accounts/guest/same-shopper.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Value } from "../../platform/database/compiled.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Whether a payment counts in a shopper's limits. What moved from a guest to an account counts to guests with that
 * e-mail from the same network address still, and not to the account: nobody uses up its limits from outside, and no guest a
 * second time.
 */
export function isCountedTo(userId: Value<string>): SQL {
  const ordersOf = (which: SQL) =>
    sql`${payments.orderId} = any(array(select ${orders.id} from ${orders} where ${which}))`;
  const own = ordersOf(sql`${orders.userId} = ${sameShopper(userId)} and ${orders.guestEmail} is null`);
  const moved = ordersOf(sql`${orders.guestEmail} = lower(${ofGuest(userId, "guest_email")})`);
  return sql`(${own} or ${moved} and ${payments.placedFrom} = ${ofGuest(userId, "guest_from")})`;
}
