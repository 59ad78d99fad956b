import { eq, sql } from "drizzle-orm";
import { EMAIL } from "../../accounts/queries.server.ts";
import { users } from "../../accounts/tables.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { PaymentContext } from "../core/provider.server.ts";
import { payments, UNFOUND } from "../core/tables.server.ts";
import { rejectUnfound } from "./act-on-attempt.server.ts";
import { demandConfirmed } from "./refusals.server.ts";

/** Orders that have been shipped are not cancelled. */
const HAS_LEFT = sql`${orders.status} in ('Shipped', 'Out for delivery', 'Delivered')`;

/**
 * Rejects all unfound codes of one account or guest, each in a transaction of its own: their orders that are not shipped are
 * cancelled, the items go back into stock, and a mail says so. Returns how many were rejected.
 * @throws ShopError 404 no such person; 409 `confirm` first: how many codes, of whom, and how many orders that would cancel
 */
export async function rejectCodesOf(
  context: PaymentContext,
  userId: string,
  { confirmed, by }: { confirmed?: boolean | string | undefined; by: Actor },
): Promise<number> {
  const [account] = await context.db.select({ email: EMAIL }).from(users).where(eq(users.id, userId));
  if (!account) throw new ShopError(404, "There is no such person.");
  const waiting = await unfoundOf(context.db, userId);
  const cancels = waiting.filter(({ isCancelled }) => isCancelled).length;
  demandConfirmed(confirmed, {
    amount: waiting.reduce((sum, { amount }) => sum + amount, 0),
    to: account.email,
    method: "reject",
    conflicts: [
      `${waiting.length} ${waiting.length === 1 ? "code is" : "codes are"} rejected, ${cancels} ${cancels === 1 ? "order is" : "orders are"} cancelled.`,
    ],
  });
  let rejected = 0;
  for (const { id } of waiting) if (await rejectUnfound(context, id, by)) rejected += 1;
  return rejected;
}

async function unfoundOf(db: Db, userId: string) {
  return db
    .select({
      id: payments.id,
      amount: payments.amount,
      isCancelled: sql<boolean>`(not ${payments.added} and ${orders.phase} = 'placed' and ${orders.status} <> 'Cancelled' and not ${HAS_LEFT})`,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(sql`${orders.userId} = ${userId} and ${UNFOUND}`)
    .orderBy(payments.id);
}
