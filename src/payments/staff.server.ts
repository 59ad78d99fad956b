import { and, eq, inArray } from "drizzle-orm";
import { transaction } from "../platform/db.server.ts";
import type { Desk } from "./desk.server.ts";
import { TILL } from "./expect-code.server.ts";
import { finishPaid } from "./finish-paid.server.ts";
import { letGo } from "./let-go.server.ts";
import { readReceipt } from "./owe-refund.server.ts";
import { findPayment, lockPayment } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Staff have seen the money: the payment becomes its order like any other. `receipt` is the code of the SMS or statement.
 * @throws ShopError 400 when that is none.
 */
export async function acceptPaid(desk: Desk, id: string, receipt: string | undefined): Promise<boolean> {
  const payment = await findPayment(desk.db, id);
  if (!payment) return false;
  const typed = payment.reference.startsWith(TILL) ? payment.reference.slice(TILL.length) : undefined;
  await finishPaid(desk, id, { receipt: readReceipt(payment.method, receipt) ?? typed }, true);
  return (await findPayment(desk.db, id))?.paidAt != null;
}

/** Staff know that no money came: what was kept for it is free again; an order placed on a code is cancelled. */
export async function closeUnpaid({ db }: Desk, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const closed = await tx
      .update(payments)
      .set({ state: "failed", active: false, nextCheckAt: null, why: "closed by staff" })
      .where(
        and(
          eq(payments.id, id),
          inArray(payments.state, [
            "pending",
            "needs_review",
            "paid_held",
            "expired_unknown",
            "submit_unknown",
          ]),
        ),
      )
      .returning({ id: payments.id });
    if (!payment || closed.length === 0) return false;
    await letGo(tx, payment);
    return true;
  });
}
