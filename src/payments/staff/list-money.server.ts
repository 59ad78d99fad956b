import { asc, type SQL, sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import { ordersBeside } from "../../ordering/queries.server.ts";
import type { Method } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Refund } from "../core/provider.server.ts";
import { payments } from "../core/tables.server.ts";
import type { MoneyProvider, Source, TransactionState } from "../transactions/rules.ts";
import { refunds, transactions } from "../transactions/tables.server.ts";
import { TRANSACTION_NEEDS_DECISION } from "./needs-decision.server.ts";

/** Rows of a page. */
const PAGE = 50;

export type MoneyFilter = {
  state?: TransactionState | undefined;
  provider?: MoneyProvider | undefined;
  /** A receipt, phone, name, order or sum. */
  q?: string | undefined;
  /** Days in Nairobi, both included: "2026-11-28". */
  from?: string | undefined;
  to?: string | undefined;
  /** Only what needs the owner's decision. */
  open?: boolean | undefined;
  /** Only the sum with this id. */
  id?: string | undefined;
  page: number;
};

/** A sum as the back office shows it: KES; `paidAt` in milliseconds since 1970. */
export type MoneyRow = {
  _id: string;
  provider: MoneyProvider;
  receipt: string | null;
  amount: number;
  paidAt: number;
  source: Source;
  verified: boolean;
  state: TransactionState;
  allocated: number;
  refunded: number;
  refunding: number;
  unallocated: number;
  reason: string | null;
  order: string | null;
  shopper: string | null;
  refunds: { _id: string; amount: number; state: ShownRefundState; method: "provider" | "hand" }[];
};

export type ShownRefundState = "due" | "sent" | "unknown" | "failed" | "done";

/** As transactionState (transactions/rules.ts) derives it. */
const STATE = sql`case when t.closed_at is not null then 'closed' when t.unallocated > 0 then 'unallocated'
  when t.refunding > 0 then 'refunding' when t.refunded = t.amount then 'refunded' else 'paid' end`;

/** A lost refund stays "unknown" while the provider is asked whether it went through. */
const SHOWN_REFUND_STATE = sql`case r.state when 'sending' then 'sent' when 'asking' then 'unknown'
  when 'asked' then 'unknown' else r.state end`;

/** The same for a refund that was read already. */
export function shownRefundState(state: Refund["state"]): ShownRefundState {
  if (state === "sending") return "sent";
  return state === "asking" || state === "asked" ? "unknown" : state;
}

const AT = sql`coalesce(t.paid_at, t.created_at)`;

const ITS_REFUNDS = sql`coalesce((select json_agg(json_build_object('_id', r.id, 'amount', r.amount,
    'state', ${SHOWN_REFUND_STATE}, 'method', r.way) order by r.created_at, r.id)
  from ${refunds} r where r.transaction_id = t.id and (r.given_up_at is null or r.state = 'done')), '[]')`;

const SHOPPER = sql`nullif(trim(concat(o.address->>'firstName', ' ', o.address->>'lastName')), '')`;

/** A page of sums, the newest first; with the number of all sums that match, and their total in KES. */
export async function listMoney(
  db: Db,
  filter: MoneyFilter,
): Promise<{ rows: MoneyRow[]; total: number; sum: number }> {
  const which = conditionOf(filter);
  const joined = sql`from ${transactions} t left join ${payments} p on p.id = t.payment_id
    left join ${orders} o on o.id = coalesce(t.order_id, p.order_id) left join ${users} u on u.id = o.user_id`;
  const { rows } = await db.execute<MoneyRow>(sql`
    select t.id as "_id", t.provider, t.receipt, t.amount, floor(extract(epoch from ${AT}) * 1000)::float8 as "paidAt",
      t.source, t.verified, ${STATE} as state, t.allocated, t.refunded, t.refunding, t.unallocated, t.reason,
      case when o.phase = 'placed' then o.id end as "order", coalesce(${SHOPPER}, u.email) as shopper, ${ITS_REFUNDS} as refunds
    ${joined} where ${which}
    order by ${AT} desc, t.id desc limit ${PAGE} offset ${(filter.page - 1) * PAGE}`);
  const counted = await db.execute<{ total: number; sum: number }>(sql`
    select count(*)::int as total, coalesce(sum(t.amount), 0)::float8 as sum ${joined} where ${which}`);
  return { rows, total: counted.rows[0]?.total ?? 0, sum: counted.rows[0]?.sum ?? 0 };
}

/** Counts the sums that are being refunded and need no other decision: those of the state "refunding". */
export async function countRefunding(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${transactions} t where ${STATE} = 'refunding'
      and t.id in (select r.transaction_id from ${refunds} r where r.state <> 'done' and r.given_up_at is null)`);
  return rows[0]?.count ?? 0;
}

function conditionOf({ id, state, provider, q, from, to, open }: MoneyFilter): SQL {
  const day = (text: string) => sql`(${text}::date::timestamp at time zone 'Africa/Nairobi')`;
  return sql.join(
    [
      sql`true`,
      ...(id ? [sql`t.id = ${id}`] : []),
      ...(state ? [sql`${STATE} = ${state}`] : []),
      ...(provider ? [sql`t.provider = ${provider}`] : []),
      ...(from ? [sql`${AT} >= ${day(from)}`] : []),
      ...(to ? [sql`${AT} < ${day(to)} + interval '1 day'`] : []),
      ...(open ? [TRANSACTION_NEEDS_DECISION] : []),
      ...(q ? [isNamed(q.replace(/^#/, ""))] : []),
    ],
    sql` and `,
  );
}

/** Matches a receipt, the attempt's typed code or phone, its order, its shopper's name, or its sum. */
function isNamed(q: string): SQL {
  const digits = q.replace(/\D/g, "").replace(/^(?:254|0)/, "");
  const like = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const isSum = /^(?:ksh)?[\s,]*(?:\d[\s,]*){1,9}$/i.test(q);
  return sql`(t.receipt ilike ${like} or t.bill_ref ilike ${like} or p.typed_code ilike ${like} or o.id ilike ${like}
    or ${digits.length >= 6}::boolean and (p.phone like ${`%${digits}`} or regexp_replace(o.address->>'phone', '\\D', '', 'g') like ${`%${digits}`})
    or fold_text(${SHOPPER}) like fold_text(${like}) or u.email ilike ${like}
    or ${isSum}::boolean and t.amount = ${isSum ? Number(q.replace(/\D/g, "")) : 0})`;
}

/**
 * The payments of an order, and unpaid attempts of its checkout, oldest first, each with its refunds; then sums that staff have
 * allocated to it. Where less came than was asked for, the amount is what came.
 */
export async function paymentsOfOrder(db: Db, orderId: string) {
  const found = await db
    .select({
      _id: payments.id,
      method: payments.method,
      state: payments.state,
      amount: sql<number>`coalesce((select least(t.amount, ${payments.amount}) from ${transactions} t where t.id = ${payments}.transaction_id), ${payments.amount})`,
      code: sql<
        string | null
      >`coalesce((select t.receipt from ${transactions} t where t.id = ${payments}.transaction_id), ${payments.typedCode})`,
      money: payments.transactionId,
      // the list's table is named, lest its id be taken for the refund's
      refunds: refundsWhere(sql`t.payment_id = ${payments}.id`),
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(sql`${payments.orderId} in (${ordersBeside(orderId)})`)
    .orderBy(asc(payments.createdAt));
  const sums = [...found, ...(await sumsBeside(db, orderId))];
  return sums.map(({ createdAt, ...payment }) => ({ ...payment, date: createdAt.getTime() }));
}

type ShownRefund = { _id: string; amount: number; state: ShownRefundState | "given up" };

/** Refunds `r` of sums `t`, also those that were given up: their mails stand among those of the order. */
function refundsWhere(which: SQL): SQL<ShownRefund[]> {
  return sql<ShownRefund[]>`coalesce((select json_agg(json_build_object('_id', r.id, 'amount', r.amount,
      'state', case when r.given_up_at is null or r.state = 'done' then ${SHOWN_REFUND_STATE} else 'given up' end)
      order by r.created_at, r.id)
    from ${refunds} r join ${transactions} t on t.id = r.transaction_id where ${which}), '[]')`;
}

/** Sums that pay an order and proved no attempt at it. */
async function sumsBeside(db: Db, orderId: string) {
  return db
    .select({
      _id: transactions.id,
      method: sql<Method>`case ${transactions.provider} when 'card' then 'flutterwave' else 'cod' end`,
      state: sql<string>`'paid'`,
      amount: sql<number>`(${transactions.allocated} + coalesce((select sum(r.amount) from ${refunds} r
        where r.transaction_id = ${transactions}.id and r.order_id = ${orderId} and (r.given_up_at is null or r.state = 'done')), 0))::int`,
      code: transactions.receipt,
      money: transactions.id,
      refunds: refundsWhere(sql`t.id = ${transactions}.id and r.order_id = ${orderId}`),
      createdAt: transactions.createdAt,
    })
    .from(transactions)
    .where(
      sql`${transactions.orderId} = ${orderId}
        and not exists (select from ${payments} p where p.transaction_id = ${transactions}.id)`,
    )
    .orderBy(asc(transactions.createdAt));
}
