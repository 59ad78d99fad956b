import { sql } from "drizzle-orm";
import { hasPaidOrder } from "../../../ordering/has-paid-order.server.ts";
import { orderItems, orders } from "../../../ordering/tables.server.ts";
import { compiled } from "../../../platform/database/compiled.server.ts";
import type { Db, Tx } from "../../../platform/database/db.server.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import { payments } from "../../core/tables.server.ts";

/**
 * What shoppers without a paid order have placed from one network address on codes nobody has found: orders, and their
 * pieces. `known`: shoppers with a paid order who ordered from there lately.
 */
export type Nearby = { orders: number; pieces: number; known: number };

export async function unfoundFrom(db: Db | Tx, placedFrom: string): Promise<Nearby> {
  const { rows } = await db.execute<Nearby>(UNFOUND_FROM({ placedFrom }));
  return rows[0] ?? { orders: 0, pieces: 0, known: 0 };
}

const UNFOUND_FROM = compiled<{ placedFrom: string }>(
  ({ placedFrom }) => sql`
    select count(*)::int as orders, coalesce(sum(pieces), 0)::int as pieces,
      (select count(distinct seen.user_id)::int from ${payments} seen where seen.placed_from = ${placedFrom}
        and seen.created_at > now() - make_interval(days => ${UNFOUND_CODES.addressDays}::int)
        and ${hasPaidOrder(sql`seen.user_id`)}) as known
    from (
      select (select sum(i.quantity) from ${orderItems} i where i.order_id = o.id) as pieces
      from ${payments} p join ${orders} o on o.id = p.order_id
      where p.placed_from = ${placedFrom} and p.method = 'cod' and p.paid_at is null
        and not p.added and o.phase = 'placed' and not o.payment and o.status = 'Order Placed' and not ${hasPaidOrder(sql`p.user_id`)}
    ) as waiting`,
);

/** Whether an order of so many pieces has room beside them. */
export function hasRoom({ orders, pieces, known }: Nearby, bought: { pieces: number }): boolean {
  const { addressOrders, addressPieces } = UNFOUND_CODES;
  const times = 1 + known;
  return orders < addressOrders * times && pieces + bought.pieces <= addressPieces * times;
}
