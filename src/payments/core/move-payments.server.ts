import { inArray, type SQL, sql } from "drizzle-orm";
import type { Move } from "../../accounts/guest/move-guests.server.ts";
import { users } from "../../accounts/tables.server.ts";
import { moveOrders } from "../../ordering/move-orders.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { payments } from "./tables.server.ts";

/** A row of `users` that has ordered, or begun to pay. */
export const HAS_PURCHASES = sql`exists (select from ${orders} where ${orders.userId} = ${users.id})`;

/** Moves guests' orders to the account of their e-mail, and the attempts to pay them along. */
export async function movePurchases(tx: Tx, move: Move): Promise<void> {
  const { to, email } = move;
  const moved = await moveOrders(tx, move);
  if (moved.length === 0) return;
  await tx
    .update(payments)
    .set({
      userId: to,
      guestEmail: sql`case when ${payments.paidAt} is null then lower(${email}) end`,
      placedFrom: sql`coalesce(${payments.placedFrom}, (select guest_from from ${users} where ${users.id} = ${payments.userId}))`,
      clientAttemptId: sql`case when ${hasTwin(move)} then null else ${payments.clientAttemptId} end`,
    })
    .where(inArray(payments.orderId, moved));
}

/** The account, or a guest whose payment came earlier, has one of the same tap: a unique key allows one. */
function hasTwin({ from, to }: Move): SQL {
  return sql`exists (select from ${payments} twin
    where twin.client_attempt_id = ${payments.clientAttemptId} and twin.id <> ${payments.id}
      and (twin.user_id = ${to} or ${inArray(sql`twin.user_id`, from)} and twin.id < ${payments.id}))`;
}
