import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { countLowStock } from "../../catalogue/staff/low-stock.server.ts";
import { KEEPS_MONEY } from "../../ordering/queries.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { countRefunding } from "../../payments/staff/list-money.server.ts";
import { waitingIn } from "../../payments/staff/needs-decision.server.ts";
import { transactions } from "../../payments/transactions/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { countStuckMails } from "../../platform/mail/outbox.server.ts";
import { countWaitingReviews } from "../../reviews/staff-reviews.server.ts";
import { may, type Role } from "../rights.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import { today } from "./contract.ts";

type Today = Omit<z.output<typeof today.answer>, "success" | "message">;

/** GET /api/staff/today: what waits, in counts. */
export function todayApi(route: Route, context: StaffContext): void {
  route(today, { right: "today" }, ({ session }) => countWaiting(context.db, session.role));
}

/** What waits for somebody of this role. */
async function countWaiting(db: Db, role: Role): Promise<Today> {
  const [toPack, payments, reviews, lowStock, owners] = await Promise.all([
    countToPack(db),
    may(role, "payments.read") ? countPayments(db) : {},
    may(role, "reviews") ? countWaitingReviews(db) : undefined,
    may(role, "stock") ? countLowStock(db) : undefined,
    may(role, "audit") ? countForOwner(db) : {},
  ]);
  return { toPack, ...payments, reviews, lowStock, ...owners };
}

async function countToPack(db: Db): Promise<number> {
  const [row] = await db
    .select({ toPack: sql<number>`count(*)::int` })
    .from(orders)
    .where(sql`${orders.status} = 'Order Placed' and ${KEEPS_MONEY}`);
  return row?.toPack ?? 0;
}

async function countPayments(db: Db) {
  const count = async (which: Parameters<typeof waitingIn>[1]) =>
    (await waitingIn(db, which, { canAsk: false })).rows;
  const [codes, doubtful, unmatched, refundsDue] = await Promise.all([
    count("codes"),
    count("exceptions"),
    count("money"),
    countRefunding(db),
  ]);
  return { codes, doubtful, unmatched, refundsDue };
}

async function countForOwner(db: Db) {
  const [mailsFailed, [money]] = await Promise.all([
    countStuckMails(db),
    db
      .select({ takings: sql<number>`coalesce(sum(${transactions.allocated}), 0)::int` })
      .from(orders)
      .innerJoin(transactions, eq(transactions.orderId, orders.id))
      .where(
        sql`${orders.placedAt} >= date_trunc('day', now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi'`,
      ),
  ]);
  return { mailsFailed, takings: money?.takings ?? 0 };
}
