import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import type { Move } from "../accounts/guest/move-guests.server.ts";
import { users } from "../accounts/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { PLACED } from "./queries.server.ts";
import { orders } from "./tables.server.ts";

/** A row of `users` that has ordered, or begun to pay. */
export const HAS_ORDERS = sql`exists (select from ${orders} where ${orders.userId} = ${users.id})`;

/**
 * Moves the orders of guests with an e-mail to its account, with everything that belongs to them. An order that awaits a prompt
 * or a card page, which blocks others and holds goods, moves only from this browser's own guest; those of other guests stay with
 * them and are placed there. Keys stay, so that a retry still finds its order.
 */
export async function moveOrders(tx: Tx, { from, to, email, here = "" }: Move): Promise<void> {
  await tx
    .update(orders)
    .set({ userId: to, guestEmail: email.toLowerCase() })
    .where(
      sql`${inArray(orders.userId, from)} and ${isUnder(orders, email)}
        and (${PLACED} or ${orders.userId} = ${here} or ${orders.paymentMethod} = 'cod')`,
    );
}

/** A query for the ids of users who ordered with this e-mail. */
export function orderedUnder(email: string): SQL {
  return sql`select ${orders.userId} from ${orders} where lower(${orders.address}->>'email') = lower(${email})`;
}

/** Whether an order's address has this e-mail; for an order without an address the guest's current e-mail counts. */
function isUnder({ address, userId }: { address: Column; userId: Column }, email: string): SQL {
  return sql`lower(coalesce(${address}->>'email',
    (select guest.guest_email from ${users} guest where guest.id = ${userId}))) = lower(${email})`;
}
