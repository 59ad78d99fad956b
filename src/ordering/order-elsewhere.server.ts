import { sql } from "drizzle-orm";
import { sameContact } from "../accounts/guest/same-shopper.server.ts";
import { users } from "../accounts/tables.server.ts";
import { compiled } from "../platform/database/compiled.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { ORDER_TEXTS } from "./rules.ts";
import { columnsOf, type LineColumns, rowsOf } from "./stock.server.ts";
import { orderItems, orders } from "./tables.server.ts";

type Purchase = {
  userId: string;
  /** The checkout's Idempotency-Key; without one nothing is refused. */
  key: string | undefined;
  items: { _id: string; size: string; quantity: number }[];
  /** The shopper has confirmed that the same items are wanted once more. */
  again?: boolean | undefined;
};

/**
 * Why a recent duplicate is refused until the shopper confirms it: two tabs have two checkout ids, and each would become an
 * order. Call it with the shopper's row locked, before any money is asked for. A guest is asked about orders of guests with
 * the same e-mail or phone too, which are not named.
 * @returns undefined, also without a key or with `again`; or ShopError 409: this shopper ordered exactly these items in the
 * last ten minutes; `again: true`, `orderId`, and `minutes`, the order's age
 */
export async function recentDuplicate(
  tx: Tx,
  { userId, key, items, again }: Purchase,
): Promise<ShopError | undefined> {
  if (!key || again || items.length === 0) return undefined;
  const wanted = items.map(({ _id, size, quantity }) => ({ productId: _id, size, quantity }));
  const { rows } = await tx.execute<{ id: string; isOwn: boolean; minutes: number }>(
    RECENT_DUPLICATE({ userId, ...columnsOf(wanted) }),
  );
  const [found] = rows;
  if (!found) return undefined;
  const { id: orderId, isOwn, minutes } = found;
  return new ShopError(409, questionOf(minutes), { again: true, ...(isOwn ? { orderId } : {}), minutes });
}

const RECENT_DUPLICATE = compiled<LineColumns & { userId: string }>(
  (places) => sql`
    -- no age below zero: the other order's transaction may have begun a moment after this one
    with wanted as (
      select product_id, size, sum(quantity) as quantity from ${rowsOf(places)} as w (product_id, size, quantity)
      group by 1, 2)
    select o.id, o.user_id = ${places.userId} as "isOwn", greatest(0, floor(extract(epoch from now() - o.placed_at) / 60))::int as minutes from ${orders} o
    where o.user_id = ${sameContact(places.userId)} and o.phase = 'placed' and o.placed_at > now() - interval '10 minutes' and o.status <> 'Cancelled'
      and not exists (
        select from wanted full join (select * from ${orderItems} where order_id = o.id) i using (product_id, size)
        where i.quantity is distinct from wanted.quantity)
    order by o.id desc limit 1`,
);

function questionOf(minutes: number): string {
  if (minutes < 1) return "You just ordered the same items. Order again?";
  if (minutes === 1) return "You ordered the same items a minute ago. Order again?";
  return `You ordered the same items ${minutes} minutes ago. Order again?`;
}

/** A checkout's id as devices make it (cart/checkout-storage.ts): at random, so that whoever sends one is on that device. */
const MADE_BY_DEVICE = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** Whether a key is a checkout of one device, whoever is signed in there; clients may choose others freely. */
export function isOfDevice(key: string | undefined): key is string {
  return key !== undefined && MADE_BY_DEVICE.test(key);
}

/** Lets one person at a time order or pay in this checkout. Take it after the shopper's row, before anything else is locked. */
export async function lockCheckout(tx: Tx, key: string | undefined): Promise<void> {
  // a move gives some keys a second word
  const [name] = key?.split(" ") ?? [];
  if (isOfDevice(name))
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${name}`}, 0))`);
}

/**
 * Why this checkout is not paid again: somebody else who was signed in on its device has its order, or the order moved from
 * an earlier guest to the account of the e-mail. Whoever is signed in by now would pay a second time. A cancelled order is
 * in nobody's way. Nothing of that person is told. Before money is asked for, call it with the checkout locked.
 */
export async function orderElsewhere(
  tx: Db | Tx,
  userId: string,
  key: string | undefined,
): Promise<ShopError | undefined> {
  if (!key) return undefined;
  const asked = { userId, key, isOfDevice: isOfDevice(key) };
  const { rows } = await tx.execute<{ inAccount: boolean }>(ORDER_ELSEWHERE(asked));
  const [found] = rows;
  return found && new ShopError(409, found.inAccount ? ORDER_TEXTS.inAccount : ORDER_TEXTS.placedBefore);
}

const ORDER_ELSEWHERE = compiled<{ userId: string; key: string; isOfDevice: boolean }>(
  ({ userId, key, isOfDevice }) => sql`
    -- the first word alone has an index; a move gives some keys a second one
    select owner.guest_email is null as "inAccount"
    from ${orders} o join ${users} owner on owner.id = o.user_id
    where split_part(o.idempotency_key, ' ', 1) = split_part(${key}, ' ', 1)
      and o.phase = 'placed' and (o.idempotency_key = ${key} or starts_with(o.idempotency_key, ${key}::text || ' ')) and o.user_id <> ${userId}
      and (${isOfDevice}::boolean and o.status <> 'Cancelled'
        or lower(owner.email) = (select lower(me.guest_email) from ${users} me where me.id = ${userId}))
    order by 1 desc limit 1`,
);
