import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import type { Move } from "../accounts/guest/move-guests.server.ts";
import { users } from "../accounts/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { endOrders } from "./place/awaiting-order.server.ts";
import { PLACED } from "./queries.server.ts";
import { orders } from "./tables.server.ts";

/**
 * Moves the orders of guests under an e-mail to its account, and gives their ids. One that awaits a prompt or a card's page,
 * which bar and hold, comes along only from this browser's own guest; others stay with theirs, and are placed there. Idempotency
 * keys stay, so that a retry still finds its order; one that two of them share gets another name for the later.
 */
export async function moveOrders(tx: Tx, { from, to, email, here = "" }: Move): Promise<string[]> {
  await endTwins(tx, { from, to });
  // what its checkout had begun before goes by the order's name, so that late money still finds it
  await tx.execute(sql`
    update ${orders} set idempotency_key = idempotency_key || ' ' || user_id
    where ${inArray(orders.userId, from)} and exists (select from ${orders} own
        where own.user_id = ${orders.userId} and own.idempotency_key = ${orders.idempotencyKey} and own.phase <> 'ended')
      and exists (select from ${orders} same
        where same.idempotency_key = ${orders.idempotencyKey} and same.phase <> 'ended'
          and (same.user_id = ${to} or ${inArray(sql`same.user_id`, from)} and same.user_id < ${orders.userId}))`);
  const moved = await tx
    .update(orders)
    .set({ userId: to })
    .where(
      sql`${inArray(orders.userId, from)} and ${isUnder(orders, email)}
        and (${PLACED} or ${orders.userId} = ${here} or ${orders.paymentMethod} = 'cod' or ${placedBeside(to)})`,
    )
    .returning({ id: orders.id });
  return moved.map(({ id }) => id);
}

/**
 * One checkout becomes one order, also where a guest and the account have each begun to pay for it: the one that is placed
 * stays, else the account's. Money that still comes for another finds it, and goes back.
 */
async function endTwins(tx: Tx, { from, to }: Pick<Move, "from" | "to">): Promise<void> {
  const isTheirs = (userId: SQL) => sql`(${userId} = ${to} or ${inArray(userId, from)})`;
  const twins = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      sql`${isTheirs(sql`${orders.userId}`)} and ${orders.phase} = 'awaiting' and exists (select from ${orders} same
        where same.idempotency_key = ${orders.idempotencyKey} and ${isTheirs(sql`same.user_id`)}
          and same.id <> ${orders.id} and (same.phase = 'placed' or same.phase = 'awaiting'
            and (same.user_id = ${to} or ${orders.userId} <> ${to} and same.user_id < ${orders.userId})))`,
    );
  await endOrders(
    tx,
    twins.map(({ id }) => id),
  );
}

/** Its checkout has an order, which moves or has moved. */
function placedBeside(to: string): SQL {
  return sql`exists (select from ${orders} beside where beside.phase = 'placed'
    and beside.idempotency_key = ${orders.idempotencyKey} and beside.user_id in (${orders.userId}, ${to}))`;
}

/** The ids of who ordered under this e-mail. */
export function orderedUnder(email: string): SQL {
  return sql`select ${orders.userId} from ${orders} where lower(${orders.address}->>'email') = lower(${email})`;
}

/** Whether its address has this e-mail; the guest's own of now counts where it has no address yet. */
function isUnder({ address, userId }: { address: Column; userId: Column }, email: string): SQL {
  return sql`lower(coalesce(${address}->>'email',
    (select guest.guest_email from ${users} guest where guest.id = ${userId}))) = lower(${email})`;
}
