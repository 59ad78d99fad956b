import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import type { Method } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { findDiscrepancy } from "../core/discrepancies.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { discrepancies, paymentEvents, payments } from "../core/tables.server.ts";
import { tillPayments } from "../mpesa/till-code/tables.server.ts";
import { refundAttempts, refundResults, refunds } from "../refunds/tables.server.ts";

/**
 * What waits for the owner. doubtful: payments nobody else can decide, money to give back, contradictions; unmatched:
 * money that is no payment's; messages: words of providers that could not be read or worked on; codes: typed ones that
 * nobody found, of which anybody can make up many.
 */
export const LISTS = ["doubtful", "unmatched", "messages", "codes"] as const;
export type ListName = (typeof LISTS)[number];

/** The lists of the counter: also refunds that are due or under way, and every payment. */
export type CounterList = ListName | "refunds" | "all";

export type StaffRow = {
  /** Of the payment, refund or discrepancy; of till money its M-Pesa code. */
  id: string;
  kind: "payment" | "refund" | "till_money" | (typeof discrepancies.$inferSelect)["kind"];
  method: Method | null;
  state: string;
  /** KES, where it is known. */
  amount: number | null;
  why: string | null;
  orderId: string | null;
  /** The payment it is, or whose name it bears. */
  paymentId: string | null;
  /** The M-Pesa code or card transaction. */
  code: string | null;
  refund: string | null;
  /** Of a refund: the payment or discrepancy whose money it gives back. */
  ofId?: string;
  /** Of a refund: by the provider, or by a person who then states its code. */
  way?: "provider" | "hand";
  createdAt: Date;
  /** Whose code it is, a guest as "<id> <e-mail>", and for how many seconds that account has been there. */
  account?: { email: string; age: number };
};

const isUnfound = sql`(p.method = 'cod' and p.state in ('pending', 'needs_review') and p.why is null)`;

/** The refund that stands for a payment's: one that is still open, else the last. */
const ITS_REFUND = sql`left join lateral (select r.state from ${refunds} r where r.payment_id = p.id
  order by (r.state = 'done' or r.given_up_at is not null), r.number desc limit 1) r on true`;

const hasOpenRefund = sql`exists (select from ${refunds} o
  where o.payment_id = p.id and o.state <> 'done' and o.given_up_at is null)`;

const paymentRows = (which: SQL) => sql`
  select p.id, 'payment' as kind, p.method, p.state, p.amount, p.why, p.order_id, p.id as payment_id,
    case when p.method = 'cod' then p.typed_code else p.receipt end as code, r.state as refund, p.created_at
  from ${payments} p ${ITS_REFUND} where ${which}`;

const discrepancyRows = (kinds: readonly string[]) => sql`
  select d.id, d.kind, d.method, d.state, d.amount, d.what as why, null as order_id, d.payment_id, d.receipt as code,
    r.state as refund, d.created_at
  from ${discrepancies} d left join ${refunds} r on r.discrepancy_id = d.id
  where d.closed_at is null and ${inArray(sql`d.kind`, [...kinds])}
    -- it has paid another since
    and not (d.state = 'open' and exists (select from ${payments} p where p.receipt = d.receipt and p.paid_at is not null))`;

/**
 * Money at the till that belongs to no payment: none has its code, and none that still waits bears its name. One that was
 * given up or closed does not wait; what the owner took up has a row of its own.
 */
export const TILL_UNMATCHED = sql`
  select t.code as id, 'till_money' as kind, 'cod' as method, 'open' as state, t.amount, nullif(t.bill_ref, '') as why,
    null as order_id, null as payment_id, t.code, null as refund, t.received_at as created_at
  from ${tillPayments} t
  where not exists (select from ${payments} p where p.receipt = t.code and p.state not in ('failed', 'rejected'))
    and not exists (select from ${payments} p where (p.reference = t.bill_ref or p.typed_code = t.code)
      and p.paid_at is null and p.state not in ('failed', 'rejected'))
    and t.decided_at is null and t.matched_at is null
    and not exists (select from ${discrepancies} d where d.receipt = t.code)`;

const refundRows = sql`
  select r.id, 'refund' as kind, coalesce(p.method, d.method) as method, coalesce(p.state, d.state) as state, r.amount,
    coalesce(r.result, r.reason) as why, coalesce(r.order_id, p.order_id) as order_id,
    coalesce(r.payment_id, d.payment_id) as payment_id, coalesce(p.receipt, d.receipt) as code, r.state as refund,
    r.created_at, r.way, coalesce(r.payment_id, r.discrepancy_id) as of_id
  from ${refunds} r left join ${payments} p on p.id = r.payment_id left join ${discrepancies} d on d.id = r.discrepancy_id
  where r.state <> 'done' and r.given_up_at is null`;

const ROWS: Record<CounterList, SQL> = {
  refunds: refundRows,
  all: paymentRows(sql`true`),
  // apart, so that each finds its few among all payments by an index
  doubtful: sql`${paymentRows(
    sql`p.state in ('paid_held', 'needs_review', 'refund_pending', 'refund_failed', 'submit_unknown', 'expired_unknown')
      and not ${isUnfound}`,
  )} union all ${paymentRows(sql`p.state = 'ordered' and ${hasOpenRefund}`)} union all ${discrepancyRows(["refunded_twice", "contradiction"])}`,
  unmatched: sql`${TILL_UNMATCHED} union all ${discrepancyRows(["second_charge", "unmatched_money"])}`,
  messages: discrepancyRows(["message"]),
  codes: sql`
    select p.id, 'payment' as kind, p.method, p.state, p.amount,
      case when p.order_id is not null then null
        when o.id is null then 'an order by it was refused'
        when o.payment or o.refund is not null then 'typed for a checkout that is paid'
        when o.status = 'Cancelled' then 'typed for an order that is cancelled'
        else 'typed as well for an order that is not paid' end as why,
      coalesce(p.order_id, o.id) as order_id,
      p.id as payment_id, p.typed_code as code, null as refund, p.created_at,
      u.email as account, extract(epoch from now() - u.joined_at)::float8 as account_age
    from ${payments} p join ${users} u on u.id = p.user_id
      left join ${orders} o on p.order_id is null and o.user_id = p.user_id and o.idempotency_key = p.checkout
    where ${isUnfound}`,
};

/**
 * One page of a list, newest first, and how many rows it has in all (but of all payments, which nobody counts).
 * `next` is the `after` of the next page.
 */
export async function listForStaff(
  db: Db,
  which: CounterList,
  { after, limit = 200 }: { after?: string | undefined; limit?: number } = {},
): Promise<{ rows: StaffRow[]; total: number; next?: string }> {
  const [at, id] = after?.split("~") ?? [];
  const beyond = at && id ? sql`where (created_at, id) < (${at}::timestamptz, ${id})` : sql``;
  const { rows } = await db.execute<Record<string, unknown> & { id: string; at: string }>(sql`
    select *, created_at::text as at, extract(epoch from created_at)::float8 * 1000 as ms from (${ROWS[which]}) as listed ${beyond}
    order by created_at desc, id desc limit ${limit + 1}`);
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${ROWS[which]}) as listed where ${which !== "all"}::boolean`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(rowOf),
    total: counted.rows[0]?.total ?? 0,
    ...(rows.length > limit && last ? { next: `${last.at}~${last.id}` } : {}),
  };
}

function rowOf(row: Record<string, unknown>): StaffRow {
  const { id, kind, method, state, amount, why, refund, order_id: orderId, payment_id: paymentId, ms } = row;
  const code = typeof row.code === "string" ? row.code : null;
  const createdAt = new Date(Number(ms));
  const way = row.way ? { way: row.way, ofId: row.of_id } : {};
  const whose = row.account ? { account: { email: row.account, age: Number(row.account_age) } } : {};
  return {
    id,
    kind,
    method,
    state,
    amount,
    why,
    orderId,
    paymentId,
    code,
    refund,
    createdAt,
    ...way,
    ...whose,
  } as StaffRow;
}

/**
 * How much of a list waits: rows, KES, the age of the oldest in seconds, and of how many accounts. Where M-Pesa can be asked
 * about codes, one that it is still asked about is not counted.
 */
export async function waitingIn(db: Db, which: ListName, { canAsk }: { canAsk: boolean }) {
  const decidable = canAsk && which === "codes" ? sql`where state = 'needs_review'` : sql``;
  const accounts = which === "codes" ? sql`count(distinct account)::int` : sql`0`;
  const { rows } = await db.execute<{ rows: number; amount: number; oldest: number; accounts: number }>(sql`
    select count(*)::int as rows, coalesce(sum(amount), 0)::float8 as amount, ${accounts} as accounts,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from (${ROWS[which]}) as listed ${decidable}`);
  return rows[0] ?? { rows: 0, amount: 0, oldest: 0, accounts: 0 };
}

/** Everything known of a payment, a discrepancy, or money at the till by its code. */
export async function showToStaff(db: Db, id: string) {
  const payment = await findPayment(db, id);
  const discrepancy = await findDiscrepancy(db, id);
  const [tillMoney] = await db.select().from(tillPayments).where(eq(tillPayments.code, id));
  if (!payment && !discrepancy && !tillMoney) return undefined;
  const itsRefunds = await db
    .select()
    .from(refunds)
    .where(or(eq(refunds.paymentId, id), eq(refunds.discrepancyId, id)))
    .orderBy(refunds.number);
  const attempts = await db
    .select()
    .from(refundAttempts)
    .where(inArray(refundAttempts.refundId, idsOf(itsRefunds)))
    .orderBy(refundAttempts.startedAt, refundAttempts.id);
  const results = await db
    .select()
    .from(refundResults)
    .where(inArray(refundResults.attemptId, idsOf(attempts)))
    .orderBy(refundResults.id);
  const events = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, discrepancy?.paymentId ?? id))
    .orderBy(paymentEvents.id);
  return { payment, discrepancy, tillMoney, refunds: itsRefunds, attempts, results, events };
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
