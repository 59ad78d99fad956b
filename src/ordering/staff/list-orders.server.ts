import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { compactPhone } from "../../phone-rules.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { foldText } from "../../platform/fold-text.ts";
import { KEEPS_MONEY, PLACED } from "../queries.server.ts";
import { type Method, type RefundState, type Status, shortId } from "../rules.ts";
import { orders } from "../tables.server.ts";

/**
 * The conditions by which an order is found for what staff typed: a phone in any form ("0712 345 678", "+254712345678"), or
 * words that each are part of its name, M-Pesa code, short id, e-mail or town.
 */
function matchesTyped(typed: string, { withPrivate }: { withPrivate: boolean }): SQL[] {
  // of a whole id only the end is searched, which is the short id
  const text = typed
    .trim()
    .replace(/^#/, "")
    .replace(/^[0-9a-z]{18}(?=[0-9a-z]{8}$)/i, "");
  const phone = readPhone(text);
  const typedWords = foldText(text).split(" ").filter(Boolean);
  const words = phone ? [phone] : typedWords.map((word) => readPhone(word) ?? word);
  return words.flatMap((word) => {
    const pattern = `%${startOf(word)}${literal(word)}%`;
    const found = sql`${orders.search} like ${pattern}`;
    return withPrivate ? [found] : [found, sql`${WITHOUT_PRIVATE} like ${pattern}`];
  });
}

/** The search text without e-mail and M-Pesa code, so that staff who may not see these learn nothing of them by searching. */
const WITHOUT_PRIVATE = sql`' ' || fold_text(coalesce(${orders.address} ->> 'firstName', '') || ' '
  || coalesce(${orders.address} ->> 'lastName', '') || ' '
  || regexp_replace(coalesce(${orders.address} ->> 'phone', ''), '[^0-9]', '', 'g')
  || ' ' || right(${orders.id}, 8) || ' ' || coalesce(${orders.address} ->> 'city', '')) || ' '`;

/** The digits that all spellings of a phone share; undefined when it is none, nor the beginning of one. */
function readPhone(text: string): string | undefined {
  const digits = compactPhone(text).replace(/^(\+|00)/, "");
  return /^\d{4,}$/.test(digits) ? digits.replace(/^(2540?|0)(?=\d)/, "") : undefined;
}

/** One or two letters must begin a word, as the trigram index knows no shorter part of one than three letters. */
function startOf(word: string): string {
  return word.length < 3 ? " " : "";
}

/** Escapes `%`, `_` and `\`, which stand for themselves in what people type. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

/** Most orders on one page of the list. */
const PAGE_MAX = 50;

export type StaffFilter = {
  /** As typed into the search field. */
  q?: string | undefined;
  /** False: e-mail and M-Pesa code are not searched, and the way to pay is not returned. */
  withPrivate?: boolean | undefined;
  status?: Status[] | undefined;
  method?: Method | undefined;
  /** `kept`: it is paid, and not all of that is refunded. */
  paid?: keyof typeof IS_PAID | undefined;
  /** Days in East Africa, "2026-11-23", both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The id of the last order of the previous page. */
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
  /** The name of the pick-up point. */
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

function conditions(filter: StaffFilter): (SQL | undefined)[] {
  const { q = "", withPrivate = true, status, method, paid, from, to, after } = filter;
  return [
    PLACED,
    ...matchesTyped(q, { withPrivate }),
    status && inArray(orders.status, status),
    method && eq(orders.paymentMethod, method),
    paid && IS_PAID[paid],
    from === undefined ? undefined : sql`${orders.placedAt} >= ${midnight(from)}`,
    to === undefined ? undefined : sql`${orders.placedAt} < ${midnight(to)} + interval '1 day'`,
    after === undefined
      ? undefined
      : sql`(${orders.placedAt}, ${orders.id}) < (select page.placed_at, page.id from ${orders} page where page.id = ${after})`,
  ];
}

/** Literals, not parameters, so that PostgreSQL can use the partial indexes `orders_to_pack` and `orders_unpaid`. */
const IS_PAID = { true: sql`${orders.payment}`, false: sql`not ${orders.payment}`, kept: KEEPS_MONEY };

/** When a day begins in East Africa. */
function midnight(day: string): SQL {
  return sql`(${day}::date::timestamp at time zone 'Africa/Nairobi')`;
}
