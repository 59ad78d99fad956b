import { inArray, sql } from "drizzle-orm";
import type { Move } from "../accounts/guest/move-guests.server.ts";
import { orders } from "../ordering/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { reviews } from "./tables.server.ts";

/** Moves guests' reviews after the orders they are about; of a product that is reviewed already, the earlier stands. */
export async function moveReviews(tx: Tx, { from, to }: Move): Promise<void> {
  await tx.execute(sql`
    update ${reviews} set user_id = ${to} from ${orders}
    where ${inArray(reviews.userId, from)} and ${orders.id} = ${reviews.orderId} and ${orders.userId} = ${to}
      and not exists (select from ${reviews} twin where twin.product_id = ${reviews.productId}
        and (twin.user_id = ${to} or ${inArray(sql`twin.user_id`, from)} and twin.id < ${reviews.id}))`);
}
