import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Move } from "../../accounts/guest/move-guests.server.ts";
import { users } from "../../accounts/tables.server.ts";
import { isUnder, moveHolds, moveOrders } from "../../ordering/move-orders.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { payments } from "./tables.server.ts";

/** A row of `users` that has ordered, or begun to pay. */
export const HAS_PURCHASES = sql`(exists (select from ${orders} where ${orders.userId} = ${users.id})
  or exists (select from ${payments} where ${payments.userId} = ${users.id}))`;

/**
 * Moves guests' orders and payments to the account of their e-mail, with the goods held for them. A payment goes where its
 * order, or that of its checkout, goes; without one, by the e-mail of its own address. But a prompt or a card's page, which bar
 * and hold, come along only from this browser's own guest; others stay with theirs, and become orders there.
 */
export async function movePurchases(tx: Tx, move: Move): Promise<void> {
  const { from, to, email, here = "" } = move;
  for (const { userId, ...name } of await moveOrders(tx, move))
    await tx
      .update(payments)
      .set({ checkoutId: name.to })
      .where(and(eq(payments.userId, userId), eq(payments.checkoutId, name.from)));
  const isTheirs = inArray(payments.userId, from);
  const orderMoved = sql`(select bool_or(o.user_id = ${to}) from ${orders} o where o.id = ${payments.orderId}
    or o.idempotency_key = ${payments.checkoutId} and (o.user_id = ${to} or o.user_id = ${payments.userId}))`;
  const moved = await tx
    .update(payments)
    .set({
      userId: to,
      guestEmail: sql`case when ${payments.paidAt} is null then lower(${email}) end`,
      placedFrom: sql`coalesce(${payments.placedFrom}, (select guest_from from ${users} where ${users.id} = ${payments.userId}))`,
      clientAttemptId: sql`case when ${hasTwin(move, sql`twin.client_attempt_id = ${payments.clientAttemptId}`)}
        then null else ${payments.clientAttemptId} end`,
      cartFingerprint: sql`case when ${payments.active} and ${payments.method} = 'mpesa'
        and ${hasTwin(move, sql`twin.draft = ${payments.cartFingerprint} and twin.active and twin.method = 'mpesa'`)}
        then ${payments.cartFingerprint} || ' ' || ${payments.id} else ${payments.cartFingerprint} end`,
    })
    .where(
      and(
        isTheirs,
        sql`coalesce(${orderMoved}, (${payments.userId} = ${here} or ${payments.method} = 'cod') and ${isUnder(payments, email)})`,
      ),
    )
    .returning({ id: payments.id });
  await moveHolds(
    tx,
    move,
    moved.map(({ id }) => id),
  );
}

/** The account, or a guest whose payment came earlier, has one that is the same in this: unique keys allow one. */
function hasTwin({ from, to }: Move, isSame: SQL): SQL {
  return sql`exists (select from ${payments} twin where ${isSame} and twin.id <> ${payments.id}
    and (twin.user_id = ${to} or ${inArray(sql`twin.user_id`, from)} and twin.id < ${payments.id}))`;
}
