import { inArray, sql } from "drizzle-orm";
import type { Move } from "../accounts/guest/move-guests.server.ts";
import { orders } from "../ordering/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { reviews } from "./tables.server.ts";

/**
 * Moves guests' reviews after the orders they are about. Of a product that the account has reviewed its own stands, else the
 * earliest that moves; the others are deleted, for a review is by who ordered the product.
 */
export async function moveReviews(tx: Tx, { from, to }: Move): Promise<void> {
  await tx.execute(sql`
    update ${reviews} set user_id = ${to} from ${orders}
    where ${inArray(reviews.userId, from)} and ${orders.id} = ${reviews.orderId} and ${orders.userId} = ${to}
      and not exists (select from ${reviews} twin join ${orders} of_twin on of_twin.id = twin.order_id
        where twin.product_id = ${reviews.productId} and of_twin.user_id = ${to}
          and (twin.user_id = ${to} or ${inArray(sql`twin.user_id`, from)} and twin.id < ${reviews.id}))`);
  await tx.execute(sql`
    delete from ${reviews} using ${orders}
    where ${inArray(reviews.userId, from)} and ${orders.id} = ${reviews.orderId} and ${orders.userId} = ${to}`);
}
