import { sql } from "drizzle-orm";
import { devices } from "../../accounts/tables.server.ts";
import { isOfDevice } from "../../ordering/order-elsewhere.server.ts";
import { orderItems, orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { fingerprintOf } from "./begin-payment.server.ts";
import type { Payment } from "./provider.server.ts";

type Elsewhere = { sameDevice: boolean | null; items: { _id: string; size: string; quantity: number }[] };

/**
 * Whether this money would pay a device's checkout a second time: an order of it is paid, by somebody else who was signed in
 * there. Who knows a stranger's checkout has not their device (decision 41): a payer whose device is known has its order
 * all the same. Where none is known, paying in full for the same goods counts. Call it with the checkout locked.
 */
export async function isPaidElsewhere(
  tx: Tx,
  { userId, lines }: Payment,
  checkoutId: string,
): Promise<boolean> {
  const [name] = checkoutId.split(" ");
  if (!isOfDevice(name)) return false;
  const { rows } = await tx.execute<Elsewhere>(sql`
    select
      (select bool_or(exists (select from ${devices} theirs
          where theirs.user_id = o.user_id and theirs.secret_hash = own.secret_hash))
        from ${devices} own where own.user_id = ${userId}) as "sameDevice",
      (select json_agg(json_build_object('_id', i.product_id, 'size', i.size, 'quantity', i.quantity))
        from ${orderItems} i where i.order_id = o.id) as items
    from ${orders} o
    where split_part(o.idempotency_key, ' ', 1) = ${name} and o.user_id <> ${userId}
      and o.payment and o.status <> 'Cancelled' and coalesce(o.refund, 'part') = 'part'`);
  const goods = fingerprintOf(lines.map(({ productId: _id, size, quantity }) => ({ _id, size, quantity })));
  return rows.some(({ sameDevice, items }) => sameDevice ?? fingerprintOf(items) === goods);
}
