import { sql } from "drizzle-orm";
import { orders } from "../../ordering/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { payments } from "../core/tables.server.ts";
import { exceptions, transactions } from "../transactions/tables.server.ts";
import { ATTEMPT_NEEDS_DECISION } from "./needs-decision.server.ts";

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

/** Newest first; of an attempt its id is that of the attempt. */
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
    order by at desc, "_id" desc limit 500`);
  return rows;
}
