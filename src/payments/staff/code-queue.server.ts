import { sql } from "drizzle-orm";
import { orders } from "../../ordering/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { payments } from "../core/tables.server.ts";
import { codeEnds } from "../mpesa/till-code/code-limits.server.ts";
import { exceptions, transactions } from "../transactions/tables.server.ts";

/** Money at the till this many minutes before or after a code was typed may be the code's. */
const NEAR = 30;

/** A typed code that nobody has found yet. Money in whole KES. */
export type QueuedCode = {
  paymentId: string;
  code: string;
  amount: number;
  name: string;
  phone: string;
  /** Seconds since it was typed. */
  age: number;
  /** The order placed on it, or that of the checkout it was typed for; null where the order was refused. */
  orderId: string | null;
  /** M-Pesa is not asked about it automatically any more. */
  isOverdue: boolean;
  /** The account or guest it belongs to, and how many codes of theirs are waiting. */
  account: string;
  waiting: number;
  /** When the code and its order end unless the money is found, in milliseconds since 1970; null: they have no set end. */
  endsAt: number | null;
  /** Unspent money at the till of that amount, near in time: the code may be mistyped. `seconds`: how long after the code. */
  tillMoney: { code: string; amount: number; seconds: number }[];
  /** Other places where the same code is known: money of another payment, or an entry on the owner's list. */
  elsewhere: { paymentId: string | null; orderId: string | null; what: string }[];
};

/** A page of the queue, oldest first, and the number of all codes; `canAsk`: M-Pesa can be asked. `next`: the next page's `after`. */
export async function listCodes(
  db: Db,
  {
    after,
    limit = 50,
    canAsk = false,
  }: { after?: string | undefined; limit?: number; canAsk?: boolean } = {},
): Promise<{ rows: QueuedCode[]; total: number; next?: string }> {
  const [at, id] = after?.split("~") ?? [];
  const beyond = at && id ? sql`and (p.created_at, p.id) > (${at}::timestamptz, ${id})` : sql``;
  const { rows } = await db.execute<QueuedCode & { at: string }>(sql`
    select p.id as "paymentId", p.typed_code as code, p.amount, ${nameOf} as name,
      coalesce(o.address->>'phone', p.phone, '') as phone,
      floor(extract(epoch from now() - p.created_at))::int as age, case when o.phase = 'placed' then o.id end as "orderId",
      o.user_id as account, (select count(*)::int from ${payments} others join ${orders} their on their.id = others.order_id where their.user_id = o.user_id
        and others.method = 'cod' and others.state in ('pending', 'needs_review') and others.reason is null) as waiting,
      p.state = 'needs_review' as "isOverdue", coalesce(${codeEnds(sql`p`, { canAsk })}, ${codeEnds(sql`first`, { canAsk })}) as "endsAt", ${tillMoney} as "tillMoney", ${elsewhere} as elsewhere,
      p.created_at::text as at
    from ${payments} p
      join ${orders} o on o.id = p.order_id
      left join ${payments} first on p.added and first.order_id = o.id and first.method = 'cod' and not first.added
    where ${isQueued} ${beyond}
    order by p.created_at, p.id limit ${limit + 1}`);
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${payments} p where ${isQueued}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ at: _, ...row }) => row),
    total: counted.rows[0]?.total ?? 0,
    ...(rows.length > limit && last ? { next: `${last.at}~${last.paymentId}` } : {}),
  };
}

const isQueued = sql`p.method = 'cod' and p.state in ('pending', 'needs_review') and p.reason is null`;

const nameOf = sql`trim(concat(o.address->>'firstName', ' ', o.address->>'lastName'))`;

const cameAt = sql`coalesce(t.paid_at, t.created_at)`;
const seconds = sql`extract(epoch from ${cameAt} - p.created_at)`;
const near = sql`make_interval(mins => ${NEAR}::int)`;

const tillMoney = sql`coalesce((
  select json_agg(json_build_object('code', t.receipt, 'amount', t.amount, 'seconds', round(${seconds})::int)
    order by abs(${seconds}), t.receipt)
  from ${transactions} t
  where t.provider = 'mpesa' and t.receipt is not null and t.amount = p.amount and t.unallocated = t.amount
    and t.verified and t.closed_at is null and ${cameAt} between p.created_at - ${near} and p.created_at + ${near}), '[]')`;

const elsewhere = sql`coalesce((
  select json_agg(json_build_object('paymentId', other.id, 'orderId', other.order_id, 'what', other.what))
  from (
    select t.payment_id as id, t.order_id, 'the code of another payment' as what from ${transactions} t
      where t.provider = 'mpesa' and t.receipt = p.typed_code and t.payment_id <> p.id
    union all
    select e.payment_id, null, e.text from ${exceptions} e
      where e.receipt = p.typed_code and e.payment_id is distinct from p.id
  ) as other), '[]')`;
