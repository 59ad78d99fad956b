import { sql } from "drizzle-orm";
import { sameContact, sameShopper } from "../../accounts/guest/same-shopper.server.ts";
import { compiled } from "../../platform/database/compiled.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PLACED } from "../queries.server.ts";
import { columnsOf, type LineColumns, rowsOf } from "../stock.server.ts";
import { orderItems, orders } from "../tables.server.ts";

type Purchase = {
  userId: string;
  /** Hash of the order's key; without one nothing is refused. */
  keyHash: string | undefined;
  items: { _id: string; size: string; quantity: number }[];
  /** The shopper has confirmed that the same items are wanted once more. */
  again?: boolean | undefined;
};

/**
 * Why a recent duplicate is refused until the shopper confirms it: two tabs may have two keys, and each would become an
 * order. Call it with the shopper's row locked, before any money is asked for. A guest is asked about orders of guests with
 * the same e-mail or phone too; the refusal does not name those.
 * @returns undefined, also without a key or with `again`; or ShopError 409: this shopper ordered exactly these items in the
 * last ten minutes, or under this key and unpaid, however long ago; `again: true`, `orderId`, and `minutes`, the order's age
 */
export async function recentDuplicate(
  tx: Tx,
  { userId, keyHash, items, again }: Purchase,
): Promise<ShopError | undefined> {
  if (!keyHash || again || items.length === 0) return undefined;
  const wanted = items.map(({ _id, size, quantity }) => ({ productId: _id, size, quantity }));
  const { rows } = await tx.execute<{ id: string; isOwn: boolean; minutes: number }>(
    RECENT_DUPLICATE({ userId, keyHash, ...columnsOf(wanted) }),
  );
  const [found] = rows;
  if (!found) return undefined;
  const { id: orderId, isOwn, minutes } = found;
  return new ShopError(409, questionOf(minutes), { again: true, ...(isOwn ? { orderId } : {}), minutes });
}

const RECENT_DUPLICATE = compiled<LineColumns & { userId: string; keyHash: string }>(
  (places) => sql`
    -- no age below zero: the other order's transaction may have begun a moment after this one
    with wanted as (
      select product_id, size, sum(quantity) as quantity from ${rowsOf(places)} as w (product_id, size, quantity)
      group by 1, 2)
    select o.id, o.user_id = ${places.userId} as "isOwn", greatest(0, floor(extract(epoch from now() - o.placed_at) / 60))::int as minutes from ${orders} o
    where o.user_id = ${sameContact(places.userId)} and o.phase = 'placed' and o.status <> 'Cancelled'
      and (o.placed_at > now() - interval '10 minutes' or o.key_hash = ${places.keyHash} and not o.payment)
      and not exists (
        select from wanted full join (select * from ${orderItems} where order_id = o.id) i using (product_id, size)
        where i.quantity is distinct from wanted.quantity)
    order by o.id desc limit 1`,
);

function questionOf(minutes: number): string {
  if (minutes < 1) return "You just ordered the same items. Order again?";
  if (minutes === 1) return "You ordered the same items a minute ago. Order again?";
  if (minutes >= 120) return `You ordered the same items ${Math.floor(minutes / 60)} hours ago. Order again?`;
  return `You ordered the same items ${minutes} minutes ago. Order again?`;
}

/** The order rate limit: true when this shopper has placed ten orders in the last minute. */
export async function isOverOrderLimit(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(ORDERED_LATELY({ userId }));
  return rowCount === 10;
}

const ORDERED_LATELY = compiled<{ userId: string }>(
  ({ userId }) => sql`
    select from ${orders}
    where user_id = ${sameShopper(userId)} and ${PLACED} and placed_at > now() - interval '1 minute' limit 10`,
);
