import { sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import type { Line } from "../../cart/rules.ts";
import { stock } from "../../catalogue/tables.server.ts";
import { hasPaidOrder } from "../../ordering/has-paid-order.server.ts";
import { listOf } from "../../ordering/stock.server.ts";
import { holds, orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { GUEST_CARDS } from "../../shop.ts";

/**
 * Whether these goods, which are locked, may be kept while a card's page of this shopper is open. Guests cost nothing and a
 * page is open for long: all of them who have not paid yet keep a part of a size together, with the codes of all shoppers who
 * have paid nothing. Beyond it a guest pays all the same, and gets what is there when the money comes.
 */
export async function hasCardRoom(tx: Tx, userId: string, lines: Line[]): Promise<boolean> {
  const { sizeShare, sizeAtLeast } = GUEST_CARDS;
  const { rowCount } = await tx.execute(sql`
    select from ${listOf(lines)} as wanted (product_id, size, quantity)
      join ${stock} s on s.product_id = wanted.product_id and s.size = wanted.size
    where exists (select from ${users} me where me.id = ${userId} and me.guest_email is not null)
      and not ${hasPaidOrder(sql`${userId}`)}
      and wanted.quantity + (select coalesce(sum(kept.quantity), 0) from ${holds} kept
        join ${orders} o on o.id = kept.order_id join ${users} u on u.id = o.user_id
        where kept.product_id = s.product_id and kept.size = s.size
          and (o.payment_method = 'cod' or o.payment_method = 'flutterwave' and (u.guest_email is not null or o.guest_email is not null))
          and not ${hasPaidOrder(sql`o.user_id`)})
        > greatest(${sizeAtLeast}::int, floor((s.on_hand + s.held) * ${sizeShare}::numeric))
    limit 1`);
  return !rowCount;
}
