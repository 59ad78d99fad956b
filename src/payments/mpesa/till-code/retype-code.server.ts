import { and, eq, isNull, sql } from "drizzle-orm";
import { lockUser } from "../../../cart/queries.server.ts";
import type { Noted } from "../../../ordering/place-order.server.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { orders } from "../../../ordering/tables.server.ts";
import type { CodeStanding } from "../../../ordering/track/track-html.server.ts";
import { type Db, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { REJECTED_CODE_HOURS, UNFOUND_CODES } from "../../../shop.ts";
import { payments } from "../../core/tables.server.ts";
import { noteFor, orderOf } from "./note-code.server.ts";

/** Nobody has paid it, and it is not over. */
const IS_WAITING = sql`not o.payment and o.status <> 'Cancelled'`;

/** A code of this payment's checkout is looked for, or its money was seen. */
const HAS_OTHER_CODE = sql`exists (select from ${payments} other where other.user_id = p.user_id
  and other.checkout = o.idempotency_key and other.id <> p.id and other.method = 'cod'
  and other.state in ('pending', 'needs_review', 'paid_held'))`;

/**
 * How the code of an unpaid order stands: its shopper is asked for the right one, because staff rejected it or M-Pesa does
 * not know it, `until` then (milliseconds since 1970) the order is kept; or it is looked for. Undefined: it waits for none.
 */
export async function codeStanding(db: Db | Tx, orderId: string): Promise<CodeStanding | undefined> {
  const { rows } = await db.execute<{ isAsked: boolean; until: number | null }>(sql`
    select (p.rejected_at is not null and p.state = 'failed'
        or p.warned_at is not null and p.state in ('pending', 'needs_review')) and not ${HAS_OTHER_CODE} as "isAsked",
      floor(extract(epoch from coalesce((select max(last.rejected_at) from ${payments} last
          where last.user_id = p.user_id and (last.id = p.id or last.checkout = o.idempotency_key))
          + make_interval(hours => ${REJECTED_CODE_HOURS}),
        p.warned_at + make_interval(hours => ${UNFOUND_CODES.warnedBefore}))) * 1000)::float8 as until
    from orders o join ${payments} p on p.order_id = o.id
    where o.id = ${orderId} and p.method = 'cod' and p.paid_at is null and ${IS_WAITING}`);
  const [row] = rows;
  if (!row) return undefined;
  return row.isAsked ? { type: "asked", until: row.until } : { type: "looked for" };
}

/**
 * Files another code for an order, for whoever has the link of its mails: as the shopper does who types it at the checkout
 * (`noteCode`), with its limits. Undefined: the order has no payment.
 * @throws ShopError 409 the code that was rejected, or this shopper's code of another order; 429 too many codes that nobody
 * has found
 */
export async function retypeCode(
  db: Db,
  { orderId, code }: { orderId: string; code: string },
): Promise<Noted | undefined> {
  const noted = await transaction(db, async (tx) => {
    const [order] = await tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
    if (!order) return undefined;
    await lockUser(tx, order.userId);
    const ordered = await orderOf(tx, orderId);
    if (!ordered) return undefined;
    const { payment, key } = ordered;
    if (payment.typedCode === code && payment.state === "failed")
      throw new ShopError(409, ORDER_TEXTS.codeNotFound);
    if (key === null) await nameCheckout(tx, orderId);
    return noteFor(tx, { ...ordered, key: key ?? orderId }, { userId: order.userId, code });
  });
  // what was kept with the refusal stays
  if (noted instanceof ShopError) throw noted;
  return noted;
}

/** By the name of its checkout the money of another code finds its order; a caller without an Idempotency-Key gave none. */
async function nameCheckout(tx: Tx, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ idempotencyKey: orderId })
    .where(and(eq(orders.id, orderId), isNull(orders.idempotencyKey)));
}
