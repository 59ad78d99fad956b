import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import type { Move } from "../accounts/guest/move-guests.server.ts";
import { users } from "../accounts/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { renameHolds } from "./holds.server.ts";
import { holds, orders } from "./tables.server.ts";

/** A guest's checkout that goes on under another name, as the account has an order of the same. */
type Renamed = { userId: string; from: string; to: string };

/**
 * Moves the orders that guests placed under an e-mail to its account. Idempotency keys stay, so that a retry still finds its
 * order; one that two of them share gets another name for the later, which is given back.
 */
export async function moveOrders(tx: Tx, { from, to, email }: Move): Promise<Renamed[]> {
  const { rows } = await tx.execute<Renamed>(sql`
    update ${orders} set idempotency_key = idempotency_key || ' ' || user_id
    where ${inArray(orders.userId, from)} and exists (select from ${orders} same
      where same.idempotency_key = ${orders.idempotencyKey}
        and (same.user_id = ${to} or ${inArray(sql`same.user_id`, from)} and same.user_id < ${orders.userId}))
    returning user_id as "userId", left(idempotency_key, -length(user_id) - 1) as "from", idempotency_key as "to"`);
  for (const { userId, ...name } of rows) await renameHolds(tx, userId, name.from, name.to);
  await tx
    .update(orders)
    .set({ userId: to })
    .where(sql`${inArray(orders.userId, from)} and ${isUnder(orders, email)}`);
  return rows;
}

/** The ids of who ordered under this e-mail. */
export function orderedUnder(email: string): SQL {
  return sql`select ${orders.userId} from ${orders} where lower(${orders.address}->>'email') = lower(${email})`;
}

/** Items held for the moved payments are held for the account. */
export async function moveHolds(tx: Tx, { from, to }: Move, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx
    .update(holds)
    .set({ userId: to })
    .where(sql`${inArray(holds.userId, from)} and ${inArray(holds.id, paymentIds)}`);
}

/** Whether its address has this e-mail; the guest's own of now counts where it has no address yet. */
export function isUnder({ address, userId }: { address: Column; userId: Column }, email: string): SQL {
  return sql`lower(coalesce(${address}->>'email',
    (select guest.guest_email from ${users} guest where guest.id = ${userId}))) = lower(${email})`;
}
