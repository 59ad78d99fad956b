import { sql } from "drizzle-orm";
import { devices } from "../../accounts/tables.server.ts";
import { isOfDevice } from "../../ordering/order-elsewhere.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import type { Payment } from "./provider.server.ts";

/**
 * Whether this money would pay a device's checkout a second time: an order of it is paid, by somebody else who was signed in
 * there. Who knows a stranger's checkout has not their device (decision 41): a payer whose device is known has its order
 * all the same. Where none is known, paying in full for the same goods counts. Call it with the checkout locked.
 */
export async function isPaidElsewhere(
  tx: Tx,
  { userId, contentsHash, checkoutId }: Payment,
): Promise<boolean> {
  const [name] = checkoutId?.split(" ") ?? [];
  if (!isOfDevice(name)) return false;
  const { rows } = await tx.execute<{ sameDevice: boolean | null; contentsHash: string }>(sql`
    select
      (select bool_or(exists (select from ${devices} theirs
          where theirs.user_id = o.user_id and theirs.secret_hash = own.secret_hash))
        from ${devices} own where own.user_id = ${userId}) as "sameDevice",
      o.contents_hash as "contentsHash"
    from ${orders} o
    where split_part(o.idempotency_key, ' ', 1) = ${name} and o.user_id <> ${userId}
      and o.payment and o.status <> 'Cancelled' and coalesce(o.refund, 'part') = 'part'`);
  return rows.some((paid) => paid.sameDevice ?? paid.contentsHash === contentsHash);
}
