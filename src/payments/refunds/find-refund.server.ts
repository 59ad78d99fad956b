import { and, desc, eq, or } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Refund } from "../core/provider.server.ts";
import { IS_OPEN } from "./refund-sums.server.ts";
import { refunds } from "./tables.server.ts";

export async function findRefund(db: Db | Tx, id: string): Promise<Refund | undefined> {
  const [found] = await db.select().from(refunds).where(eq(refunds.id, id));
  return found;
}

/** The last refund that was begun of a payment or discrepancy. */
export async function latestRefund(tx: Tx, ofId: string): Promise<Refund | undefined> {
  const [found] = await tx
    .select()
    .from(refunds)
    .where(or(eq(refunds.paymentId, ofId), eq(refunds.discrepancyId, ofId)))
    .orderBy(desc(refunds.number))
    .limit(1);
  return found;
}

/**
 * The refund that is meant: by its own id, or the one open refund of a payment or discrepancy.
 * @throws ShopError 409 several are open
 */
export async function findOpenRefund(tx: Tx, id: string): Promise<Refund | undefined> {
  const named = await findRefund(tx, id);
  // an earlier release gave its refunds the id of their payment, which may have others by now
  if (named && named.paymentId !== id) return named;
  const open = await tx
    .select()
    .from(refunds)
    .where(and(or(eq(refunds.paymentId, id), eq(refunds.discrepancyId, id)), IS_OPEN))
    .orderBy(refunds.number);
  if (open.length > 1)
    throw new ShopError(
      409,
      `Several refunds are under way: name one of ${open.map((refund) => `${refund.id} (Ksh ${refund.amount})`).join(", ")}.`,
    );
  return open[0] ?? named;
}
