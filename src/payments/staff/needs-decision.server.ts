import { type SQL, sql } from "drizzle-orm";
import { orders } from "../../ordering/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { payments } from "../core/tables.server.ts";
import { exceptions, refunds, transactions } from "../transactions/tables.server.ts";

// what the owner must decide, as conditions on a transaction `t` and an attempt `p`; lists, tiles, mails and metrics read them

/** The provider is still asked about the attempt that this money answers. */
const IS_BEING_ASKED = sql`exists (select from ${payments} its
  where (its.id = rest.payment_id or rest.provider = 'mpesa' and its.typed_code = rest.receipt)
    and its.paid_at is null and its.next_check_at is not null and its.state not in ('failed', 'rejected'))`;

/** No provider can send it here: it was postponed before its first try. */
const IS_LEFT_TO_STAFF = sql`(r.way = 'hand' or r.tries = 0 and r.next_try_at > now())`;

/** It failed, its answer was lost, a person has to send it, or it takes too long. */
const IS_STUCK = sql`r.given_up_at is null
  and (r.state in ('failed', 'unknown')
    or r.state = 'due' and (${IS_LEFT_TO_STAFF} or r.created_at <= now() - interval '1 day')
    or r.state = 'sent' and r.created_at <= now() - interval '5 days')`;

/**
 * A part of it is unallocated, or a refund of it is stuck: closing the rest decides nothing about its refunds. Two queries, each
 * with its own index, in a union, as `or` would read every sum.
 */
export const TRANSACTION_NEEDS_DECISION = sql`t.id in (
  select rest.id from ${transactions} rest
    where rest.closed_at is null and rest.unallocated > 0 and not ${IS_BEING_ASKED}
  union select r.transaction_id from ${refunds} r where ${IS_STUCK})`;

/** A typed code of which no money was seen: it is in a list of its own. */
const IS_UNFOUND = sql`(p.method = 'cod' and p.state in ('pending', 'needs_review') and p.reason is null)`;

/** Nobody can say whether it was paid, and none of its money is listed itself. */
const ATTEMPT_NEEDS_DECISION = sql`((p.state in ('needs_review', 'expired_unknown')
    or p.state in ('paid_held', 'submit_unknown') and (p.next_check_at is null or p.created_at < now() - interval '1 hour'))
  and not ${IS_UNFOUND}
  and not exists (select from ${transactions} t where t.payment_id = p.id and t.unallocated > 0 and t.closed_at is null))`;

/** What waits for the owner, by list: money, exceptions, and typed codes that nobody found. */
export const LISTS = ["money", "exceptions", "codes"] as const;
export type ListName = (typeof LISTS)[number];

const ROWS: Record<ListName, SQL> = {
  money: sql`select (case when t.closed_at is null then t.unallocated else 0 end + t.refunding) as amount, t.created_at, null as account, null as state
    from ${transactions} t where ${TRANSACTION_NEEDS_DECISION}`,
  exceptions: sql`select e.amount, e.created_at, null as account, null as state from ${exceptions} e where e.closed_at is null
    union all select p.amount, p.created_at, null, null from ${payments} p where ${ATTEMPT_NEEDS_DECISION}`,
  codes: sql`select p.amount, p.created_at, o.user_id as account, p.state from ${payments} p join ${orders} o on o.id = p.order_id where ${IS_UNFOUND}`,
};

/**
 * How much of a list waits: rows, KES, the age of the oldest in seconds, and of how many accounts. Where M-Pesa can be asked
 * about codes, one that it is still asked about is not counted.
 */
export async function waitingIn(db: Db, which: ListName, { canAsk }: { canAsk: boolean }) {
  const decidable = canAsk && which === "codes" ? sql`where state = 'needs_review'` : sql``;
  const { rows } = await db.execute<{ rows: number; amount: number; oldest: number; accounts: number }>(sql`
    select count(*)::int as rows, coalesce(sum(amount), 0)::float8 as amount, count(distinct account)::int as accounts,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from (${ROWS[which]}) as listed ${decidable}`);
  return rows[0] ?? { rows: 0, amount: 0, oldest: 0, accounts: 0 };
}

/** What needs a decision and is no transaction; `at` in milliseconds since 1970, `amount` in KES. */
export type ExceptionRow = {
  _id: string;
  kind: "attempt" | "contradiction" | "dispute" | "message";
  text: string;
  at: number;
  amount: number | null;
  receipt: string | null;
  order: string | null;
  /** The sum that it is about. */
  transaction: string | null;
};

/** The oldest, so that each decision brings the next; of an attempt its id is that of the attempt. */
export async function listExceptions(db: Db): Promise<ExceptionRow[]> {
  const { rows } = await db.execute<ExceptionRow>(sql`
    select e.id as "_id", e.kind, e.text, floor(extract(epoch from e.created_at) * 1000)::float8 as at, e.amount, e.receipt,
      coalesce(t.order_id, case when o.phase = 'placed' then o.id end) as "order", e.transaction_id as transaction
    from ${exceptions} e left join ${payments} p on p.id = e.payment_id left join ${transactions} t on t.id = e.transaction_id
      left join ${orders} o on o.id = p.order_id
    where e.closed_at is null
    union all
    select p.id, 'attempt', coalesce(p.reason, 'nobody could say whether it was paid'),
      floor(extract(epoch from p.created_at) * 1000)::float8, p.amount, p.typed_code, case when o.phase = 'placed' then o.id end, null
    from ${payments} p join ${orders} o on o.id = p.order_id
    where ${ATTEMPT_NEEDS_DECISION}
    order by at, "_id" limit 500`);
  return rows;
}
