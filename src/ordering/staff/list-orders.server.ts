import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { type Method, type RefundState, type Status, shortId } from "../rules.ts";
import { orders } from "../tables.server.ts";
import { matchesTyped } from "./search.server.ts";

/** Most orders on one page of the list. */
const PAGE_MAX = 50;

export type StaffFilter = {
  /** As typed into the search field. */
  q?: string | undefined;
  /** False: not by e-mail or M-Pesa code, and without how they are paid. */
  withPrivate?: boolean | undefined;
  status?: Status[] | undefined;
  method?: Method | undefined;
  paid?: boolean | undefined;
  /** Days in East Africa, "2026-11-23", both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The last order of the page before. */
  after?: string | undefined;
  limit?: number | undefined;
};

export type StaffRow = {
  _id: string;
  shortId: string;
  /** Milliseconds since 1970, UTC. */
  date: number;
  name: string;
  town: string;
  phone: string;
  /** Whole KES. */
  amount: number;
  /** The code of its coupon. */
  coupon: string | null;
  status: Status;
  payment: boolean;
  refund: RefundState | null;
  paymentMethod?: Method | undefined;
  /** The name of the point where it is fetched. */
  pickUp?: string;
  version: number;
};

/** A page of the shop's orders, newest first; `next` is the `after` of the next page, null on the last. */
export async function listForStaff(
  db: Db,
  filter: StaffFilter,
): Promise<{ rows: StaffRow[]; next: string | null }> {
  const limit = Math.min(filter.limit ?? PAGE_MAX, PAGE_MAX);
  const found = await db
    .select(ROW)
    .from(orders)
    .where(and(...conditions(filter)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(limit + 1);
  const { withPrivate = true } = filter;
  const rows = found.slice(0, limit).map(({ placedAt, pickUp, paymentMethod, ...row }) => ({
    ...row,
    ...(withPrivate && { paymentMethod }),
    ...(pickUp && { pickUp }),
    shortId: shortId(row._id),
    date: placedAt.getTime(),
  }));
  return { rows, next: found.length > limit ? (rows.at(-1)?._id ?? null) : null };
}

const inAddress = (field: SQL) => sql<string>`coalesce(${orders.address} ->> ${field}, '')`;

const ROW = {
  _id: orders.id,
  placedAt: orders.placedAt,
  name: sql<string>`trim(${inAddress(sql`'firstName'`)} || ' ' || ${inAddress(sql`'lastName'`)})`,
  town: inAddress(sql`'city'`),
  phone: inAddress(sql`'phone'`),
  amount: orders.amount,
  coupon: sql<string | null>`${orders.coupon} ->> 'code'`,
  status: orders.status,
  payment: orders.payment,
  refund: orders.refund,
  paymentMethod: orders.paymentMethod,
  pickUp: sql<string | null>`${orders.delivery} -> 'pickUp' ->> 'name'`,
  version: orders.version,
};

function conditions({
  q,
  withPrivate = true,
  status,
  method,
  paid,
  from,
  to,
  after,
}: StaffFilter): (SQL | undefined)[] {
  return [
    ...matchesTyped(q ?? "", { withPrivate }),
    status && inArray(orders.status, status),
    method && eq(orders.paymentMethod, method),
    paid === undefined ? undefined : eq(orders.payment, paid),
    from === undefined ? undefined : sql`${orders.placedAt} >= ${midnight(from)}`,
    to === undefined ? undefined : sql`${orders.placedAt} < ${midnight(to)} + interval '1 day'`,
    after === undefined
      ? undefined
      : sql`(${orders.placedAt}, ${orders.id}) < (select page.placed_at, page.id from ${orders} page where page.id = ${after})`,
  ];
}

/** The moment a day begins in East Africa. */
function midnight(day: string): SQL {
  return sql`(${day}::date::timestamp at time zone 'Africa/Nairobi')`;
}
