import { type SQL, sql } from "drizzle-orm";
import { formatPrice } from "../../../catalogue/rules.ts";
import { hasPaidOrder } from "../../../ordering/has-paid-order.server.ts";
import type { Sharers } from "../../../ordering/holds.server.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { orderItems, orders } from "../../../ordering/tables.server.ts";
import { compiled } from "../../../platform/database/compiled.server.ts";
import type { Db, Tx } from "../../../platform/database/db.server.ts";
import { TooManyRequests } from "../../../platform/http/limits.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import { countsTowardsLimitsOf } from "../../core/limit-scope.server.ts";
import { payments } from "../../core/tables.server.ts";

/** A shopper's typed codes whose money nobody has found. */
export type Unfound = {
  /** Whether some payment of this shopper was found, by whatever method. */
  isProven: boolean;
  /** Orders that wait for such codes, and what they hold: pieces, and KES in total. */
  orders: number;
  pieces: number;
  amount: number;
  /** Seconds until the oldest of the last five does not count any more; 0 when there is room. */
  wait: number;
};

/** How many codes of one shopper may be unfound, and for how many seconds each counts. */
const CODES = 5;
const COUNTED = 3_600;

/**
 * Read under the lock of the shopper's account where an order follows, so that of two at the same time the second sees the first.
 * For a guest the codes of guests with the same e-mail or phone at the same network address count too, no stranger's; only who
 * paid as this very guest is proven.
 */
export async function unfoundOf(db: Db | Tx, userId: string): Promise<Unfound> {
  const { rows } = await db.execute<Unfound>(UNFOUND_OF({ userId }));
  return rows[0] ?? { isProven: false, orders: 0, pieces: 0, amount: 0, wait: 0 };
}

/** Its order was paid in another way. */
const IS_ORDER_PAID = sql`exists (select from ${orders} o where o.id = ${payments.orderId} and o.payment)`;

const UNFOUND_OF = compiled<{ userId: string }>(
  ({ userId }) => sql`
    with unfound as (
      select created_at, amount, not added and not ${IS_ORDER_PAID} and state in ('pending', 'needs_review', 'paid_held') as waits,
        (select sum(quantity) from ${orderItems} i where i.order_id = ${payments.orderId}) as pieces
      from ${payments} where ${countsTowardsLimitsOf(userId)} and method = 'cod' and paid_at is null and refused_at is null
    )
    select exists(select from ${payments} p join ${orders} o on o.id = p.order_id
        where o.user_id = ${userId} and p.paid_at is not null) as "isProven",
      (count(*) filter (where waits))::int as orders,
      coalesce(sum(pieces) filter (where waits), 0)::int as pieces,
      coalesce(sum(amount) filter (where waits), 0)::int as amount,
      greatest(0, (select ceil(${COUNTED}::int - extract(epoch from now() - created_at))
        from unfound order by created_at desc offset ${CODES - 1} limit 1))::int as wait
    from unfound`,
);

/**
 * What shoppers without a paid order have placed from one network address on unfound codes: orders, and their
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
      (select count(distinct by.user_id)::int from ${payments} seen join ${orders} by on by.id = seen.order_id
        where seen.placed_from = ${placedFrom}
        and seen.created_at > now() - make_interval(days => ${UNFOUND_CODES.addressDays}::int)
        and ${hasPaidOrder(sql`by.user_id`)}) as known
    from (
      select (select sum(i.quantity) from ${orderItems} i where i.order_id = o.id) as pieces
      from ${payments} p join ${orders} o on o.id = p.order_id
      where p.placed_from = ${placedFrom} and p.method = 'cod' and p.paid_at is null
        and not p.added and o.phase = 'placed' and not o.payment and o.status = 'Order Placed' and not ${hasPaidOrder(sql`o.user_id`)}
    ) as waiting`,
);

/** Whether an order of so many pieces still fits the limits of the address. */
function hasRoom({ orders, pieces, known }: Nearby, bought: { pieces: number }): boolean {
  const { addressOrders, addressPieces } = UNFOUND_CODES;
  const times = 1 + known;
  return orders < addressOrders * times && pieces + bought.pieces <= addressPieces * times;
}

/**
 * Why no order can be placed on one more unfound code: 429 too many codes or orders, also from the shopper's network address
 * (`nearby`), 409 too many pieces or too large a sum for a shopper who has paid nothing yet. Undefined: there
 * is room. `amount` is the total in KES.
 */
export function noRoomFor(
  unfound: Unfound,
  bought: { pieces: number; amount: number },
  nearby: Nearby | undefined,
): ShopError | undefined {
  const max = UNFOUND_CODES;
  if (unfound.wait > 0) return new TooManyRequests(unfound.wait, ORDER_TEXTS.tooManyCodes);
  if (unfound.isProven) return undefined;
  if (unfound.orders >= max.orders) return new ShopError(429, CODES_WAIT);
  const isRoom = unfound.pieces + bought.pieces <= max.pieces && unfound.amount + bought.amount <= max.amount;
  if (!isRoom) return new ShopError(409, CODES_FULL);
  return nearby && !hasRoom(nearby, bought) ? new ShopError(429, ADDRESS_FULL) : undefined;
}

/** Where M-Pesa can be asked about codes, all shoppers share; otherwise only those who have paid nothing do. */
export function sharersOf({ isProven }: Unfound, canAsk: boolean): Sharers | undefined {
  if (canAsk) return "all";
  return isProven ? undefined : "unproven";
}

export const ADDRESS_FULL =
  "We're still looking for the M-Pesa codes of many orders from your network. Please try again in a few hours, or choose another way to pay. Already paid? Keep your code and call us.";
const CODES_WAIT = `We're still looking for the M-Pesa codes of your last ${UNFOUND_CODES.orders} orders. You can order again once we find one. Already paid? Keep your code and try again later.`;
const CODES_FULL = `Until we find your first payment, your orders with a code can have ${UNFOUND_CODES.pieces} pieces and cost ${formatPrice(UNFOUND_CODES.amount)} in all. Please order less, or choose another way to pay.`;

/**
 * When an unfound code `p` ends, and its order with it: at its set time, or, where M-Pesa can be asked, once it has not known the
 * code for long enough; null where it has no such time. In milliseconds since 1970.
 */
export function codeEnds(p: SQL, { canAsk }: { canAsk: boolean }): SQL<number | null> {
  const { hours, warnedBefore } = UNFOUND_CODES;
  const unknown = sql`case when ${canAsk}::boolean then greatest(${p}.created_at + make_interval(hours => ${hours}::int),
    ${p}.warned_at + make_interval(hours => ${warnedBefore}::int)) end`;
  return sql<number | null>`case when ${p}.paid_at is null
    and (${p}.refused_at is not null or not ${p}.added and not exists (select from ${orders} paid where paid.id = ${p}.order_id and paid.payment)) and ${p}.state in ('pending', 'needs_review') and ${p}.reason is null
    then floor(extract(epoch from coalesce(${p}.ends_at, ${unknown})) * 1000)::float8 end`;
}

/** For each order of a shopper on an unfound code, until when its money must be found. */
export function endsOfCodes(asking: { canAsk: boolean }) {
  return async (db: Db, userId: string): Promise<Map<string, number>> => {
    const { rows } = await db.execute<{ orderId: string; until: number | null }>(sql`
      select p.order_id as "orderId", ${codeEnds(sql`p`, asking)} as until
      from ${payments} p join ${orders} o on o.id = p.order_id where o.user_id = ${userId} and p.method = 'cod' and p.paid_at is null
        and not p.added and p.refused_at is null`);
    return new Map(rows.flatMap(({ orderId, until }) => (until === null ? [] : [[orderId, until]])));
  };
}
