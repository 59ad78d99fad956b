import { sql } from "drizzle-orm";
import type { OrderMoney } from "../../ordering/my-orders/my-orders-api.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { payments } from "../core/tables.server.ts";
import {
  CODE_ASKED_UNTIL,
  futureOf,
  IS_CODE_ASKED,
  WAITS_FOR_CODE,
} from "../mpesa/till-code/retype-code.server.ts";

/** What My orders says of the money of these orders: its verified name, and whether the right M-Pesa code is asked for. */
export async function moneyOfOrders(db: Db, orderIds: string[]): Promise<Map<string, OrderMoney>> {
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
