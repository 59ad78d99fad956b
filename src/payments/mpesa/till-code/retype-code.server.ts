import { and, eq, isNull, sql } from "drizzle-orm";
import { lockUserIfAny } from "../../../cart/queries.server.ts";
import { ordersBeside } from "../../../ordering/queries.server.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { orders } from "../../../ordering/tables.server.ts";
import type { CodeOutcome, CodeStanding } from "../../../ordering/track/track-html.server.ts";
import type { Actor } from "../../../platform/audit/actor.server.ts";
import { type Db, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { addJob } from "../../../platform/jobs/jobs.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { REJECTED_CODE_HOURS, UNFOUND_CODES } from "../../../shop.ts";
import { changeState } from "../../core/change-state.server.ts";
import type { Payment } from "../../core/provider.server.ts";
import { payments } from "../../core/tables.server.ts";
import { noteFor, paymentOf } from "./note-code.server.ts";
import { IS_SOUGHT } from "./tables.server.ts";

/** The order is placed, unpaid and not cancelled; one that was refused was never placed. */
const IS_WAITING = sql`o.phase = 'placed' and not o.payment and o.status <> 'Cancelled'`;

/** Another code of its checkout is still looked for, or its money was seen; a rejected one does not count (HAS_OTHER_CODE). */
const IS_LOOKED_FOR = sql`exists (select from ${payments} other where other.order_id in (${ordersBeside(sql`p.order_id`)})
  and other.id <> p.id and other.method = 'cod' and other.state in ('pending', 'needs_review', 'paid_held'))`;

/** Staff rejected the code of an unpaid order, or M-Pesa does not know it: the shopper is asked for the right one. */
const IS_CODE_ASKED = sql<boolean>`((p.rejected_at is not null and p.state = 'failed'
    or p.warned_at is not null and p.state in ('pending', 'needs_review') and p.reason is null) and not ${IS_LOOKED_FOR})`;

/** Until when such an order is kept, in milliseconds since 1970. */
const CODE_ASKED_UNTIL = sql<number | null>`floor(extract(epoch from coalesce((select max(last.rejected_at)
    from ${payments} last where last.order_id in (${ordersBeside(sql`p.order_id`)}))
    + make_interval(hours => ${REJECTED_CODE_HOURS}),
  p.ends_at, p.warned_at + make_interval(hours => ${UNFOUND_CODES.warnedBefore}))) * 1000)::float8`;

/** An unpaid order `o` waits for the typed code of its payment `p`. */
const WAITS_FOR_CODE = sql<boolean>`(p.method = 'cod' and not p.added and p.paid_at is null and ${IS_WAITING})`;

/**
 * The state of an unpaid order's code: either its shopper is asked for the right one, and the order is kept `until` then
 * (milliseconds since 1970; null once past), or it is looked for. Undefined: the order waits for no code.
 */
export async function codeStanding(db: Db | Tx, orderId: string): Promise<CodeStanding | undefined> {
  const { rows } = await db.execute<{ isAsked: boolean; until: number | null }>(sql`
    select ${IS_CODE_ASKED} as "isAsked", ${CODE_ASKED_UNTIL} as until
    from orders o join ${payments} p on p.order_id = o.id where o.id = ${orderId} and ${WAITS_FOR_CODE}`);
  const [row] = rows;
  if (!row) return undefined;
  if (!row.isAsked) return { type: "looked for" };
  return { type: "asked", until: futureOf(row.until) };
}

/** What My orders shows of the money of these orders: its receipt, and whether the right M-Pesa code is asked for. */
export async function moneyOfOrders(db: Db, orderIds: string[]) {
  if (orderIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    orderId: string;
    receipt: string | null;
    isAsked: boolean;
    until: number | null;
  }>(sql`
    select p.order_id as "orderId", t.receipt,
      ${WAITS_FOR_CODE} and ${IS_CODE_ASKED} as "isAsked",
      case when ${WAITS_FOR_CODE} then ${CODE_ASKED_UNTIL} end as until
    from ${payments} p join orders o on o.id = p.order_id
      left join transactions t on t.id = p.transaction_id and t.order_id = o.id
    where p.order_id in ${orderIds} and (t.id is not null or ${WAITS_FOR_CODE})
    order by t.id is null desc`);
  return new Map(
    rows.map(({ orderId, receipt, isAsked, until }) => [
      orderId,
      { receipt, codeAsked: isAsked ? { until: futureOf(until) } : undefined },
    ]),
  );
}

/** The moment, or null when it has passed. */
function futureOf(until: number | null): number | null {
  return until !== null && until > Date.now() ? until : null;
}

/**
 * Adds another code to an order, for whoever has the link of its mails, with the limits of a code typed at the checkout
 * (`noteCode`). Undefined: the order has no payment.
 * @throws ShopError 409 a code of this order that was rejected, this shopper's code of another order, or no other code of the
 * order was asked for; 429 too many codes that were not found
 */
export async function retypeCode(
  db: Db,
  { orderId, code }: { orderId: string; code: string },
): Promise<CodeOutcome | undefined> {
  const noted = await transaction(db, async (tx) => {
    const order = await lockOwner(tx, orderId);
    if (!order) return undefined;
    const payment = await paymentOf(tx, orderId);
    if (!payment) return undefined;
    if (payment.paidAt === null) await demandAsked(tx, payment, code);
    return noteFor(tx, payment, { userId: order.userId, code });
  });
  // the refusal is thrown after the commit, so that what was stored with it stays
  if (noted instanceof ShopError) throw noted;
  return noted;
}

/** Locks the owner of the order; repeats when the order has moved from a guest to an account meanwhile. */
async function lockOwner(tx: Tx, orderId: string): Promise<{ userId: string } | undefined> {
  const read = () => tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  for (;;) {
    const [order] = await read();
    if (!order) return undefined;
    const isThere = await lockUserIfAny(tx, order.userId);
    const [now] = await read();
    if (isThere && now?.userId === order.userId) return order;
  }
}

/** @throws ShopError 409 no other code was asked for, or this is a code that could not be found */
async function demandAsked(tx: Tx, { orderId }: Payment, code: string): Promise<void> {
  const codes = await tx
    .select({ code: payments.typedCode, state: payments.state, warnedAt: payments.warnedAt })
    .from(payments)
    .where(and(sql`${payments.orderId} in (${ordersBeside(orderId)})`, eq(payments.method, "cod")));
  const missed = codes.filter(({ state, warnedAt }) => state === "failed" || warnedAt !== null);
  if (missed.length === 0) throw new ShopError(409, ORDER_TEXTS.codeLookedFor);
  if (missed.some((each) => each.code === code)) throw new ShopError(409, ORDER_TEXTS.codeNotFound);
}

/**
 * Ends the search for an unpaid order's code. Money of it that was seen waits for the owner, and money that still comes is
 * refunded. Returns whether a code was looked for.
 */
export async function closeWaiting(tx: Tx, orderId: string, by: Actor): Promise<boolean> {
  const closed = await changeState(
    tx,
    "close",
    and(eq(payments.orderId, orderId), eq(payments.added, false), IS_SOUGHT),
    { active: false, nextCheckAt: null, leaseUntil: null, reason: "its order was cancelled by staff" },
    { by },
  );
  return closed.length > 0;
}

/**
 * Sets the payments of an unpaid order to its new total, so that its codes are compared with that, also one that had brought
 * too little. Call it once the order and its lines are written. Returns whether it has such a payment.
 */
export async function expectAmount(tx: Tx, orderId: string): Promise<boolean> {
  const expecting = await tx
    .update(payments)
    .set({
      amount: sql`(select ${orders.amount} from ${orders} where ${orders.id} = ${orderId})`,
      // a rejected code is checked again only when its money was just reported
      nextCheckAt: sql`case when ${payments.state} in ('pending', 'needs_review', 'paid_held') then now() else ${payments.nextCheckAt} end`,
      leaseUntil: null,
    })
    .where(and(eq(payments.orderId, orderId), eq(payments.method, "cod"), isNull(payments.paidAt)))
    .returning({ id: payments.id });
  for (const { id } of expecting) await addJob(tx, "payment", id);
  return expecting.length > 0;
}
