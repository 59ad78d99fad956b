import { eq } from "drizzle-orm";
import type { Method } from "../../ordering/rules.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Payment, Refund } from "../core/provider.server.ts";
import { findPayment, lockPayment } from "../core/queries.server.ts";
import { discrepancies } from "../core/tables.server.ts";
import { refunds } from "./tables.server.ts";

export type Discrepancy = typeof discrepancies.$inferSelect;

/** The money a refund gives back: a payment's, or one that came beside all payments, perhaps under the name of one. */
export type ReturnedMoney = {
  refund: Refund;
  method: Method;
  receipt: string | null;
  /** Whose shopper is told. */
  payment: Payment | undefined;
  discrepancy: Discrepancy | undefined;
};

/** A refund with its money, as it stands. */
export async function findReturned(db: Db, id: string): Promise<ReturnedMoney | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) return undefined;
  const [discrepancy] = refund.discrepancyId
    ? await db.select().from(discrepancies).where(eq(discrepancies.id, refund.discrepancyId))
    : [];
  const paymentId = refund.paymentId ?? discrepancy?.paymentId;
  const payment = paymentId ? await findPayment(db, paymentId) : undefined;
  return joined(refund, payment, discrepancy);
}

/** The same, locked: first the payment or discrepancy, then the refund, as everywhere. */
export async function lockReturned(tx: Tx, id: string): Promise<ReturnedMoney | undefined> {
  const [known] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (!known) return undefined;
  const [discrepancy] = known.discrepancyId
    ? await tx.select().from(discrepancies).where(eq(discrepancies.id, known.discrepancyId)).for("update")
    : [];
  const paymentId = known.paymentId ?? discrepancy?.paymentId;
  const payment = paymentId ? await lockPayment(tx, paymentId) : undefined;
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  return refund && joined(refund, payment, discrepancy);
}

function joined(
  refund: Refund,
  payment: Payment | undefined,
  discrepancy: Discrepancy | undefined,
): ReturnedMoney | undefined {
  const method = discrepancy ? discrepancy.method : payment?.method;
  const receipt = (discrepancy ? discrepancy.receipt : payment?.receipt) ?? null;
  return method ? { refund, method, receipt, payment, discrepancy } : undefined;
}
