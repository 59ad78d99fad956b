import { sql } from "drizzle-orm";
import { users } from "../accounts/tables.server.ts";
import { compiled } from "../platform/database/compiled.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { ORDER_TEXTS } from "./rules.ts";
import { orders } from "./tables.server.ts";

/** A checkout's id as devices make it (cart/checkout-id.ts): at random, so that whoever sends one is on that device. */
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
      and (o.idempotency_key = ${key} or starts_with(o.idempotency_key, ${key}::text || ' ')) and o.user_id <> ${userId}
      and (${isOfDevice}::boolean and o.status <> 'Cancelled'
        or lower(owner.email) = (select lower(me.guest_email) from ${users} me where me.id = ${userId}))
    order by 1 desc limit 1`,
);
