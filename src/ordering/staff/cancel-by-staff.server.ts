import { and, eq } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { fieldFault } from "../../platform/shop-error.ts";
import { cancelOrder } from "../change-status.server.ts";
import { cancelledMail, emailOfOrder } from "../mails/order-mails.server.ts";
import { PLACED } from "../queries.server.ts";
import { orders } from "../tables.server.ts";
import { conflict, type OrderMoney } from "./change-guard.server.ts";

type Cancel = {
  id: string;
  /** The order's version that staff saw. */
  version: number;
  reason: string;
  /** Who cancels a paid order was shown what is refunded, to whom and how. */
  confirmed?: boolean | string | undefined;
  by: Actor;
  money: Pick<OrderMoney, "lock" | "closeWaiting" | "oweAll">;
  /** True for staff without the right to give refunds: they cancel unpaid orders only. */
  unpaidOnly?: boolean;
  trackUrl?: ((id: string) => string) | undefined;
};

/**
 * Cancels an order that has not left: its items go back into stock. In the same transaction the payment it waits for is closed, or,
 * when it was paid, its refund becomes due. Its shopper is mailed.
 * @returns the order's new version
 * @throws ShopError 400 no reason; 404; 409 `current`, `by`, `at`: another version, it has left, or it is paid;
 * 409 `confirm` for a paid one, until `confirmed` is set
 */
export async function cancelByStaff(db: Db, cancel: Cancel): Promise<{ version: number }> {
  const { id, version, reason, confirmed, by, money, unpaidOnly = false } = cancel;
  if (!reason.trim()) throw fieldFault("reason", "Say why it is cancelled.");
  return transaction(db, async (tx) => {
    await money.lock(tx, id);
    const [before] = await tx
      .select()
      .from(orders)
      .where(and(PLACED, eq(orders.id, id)))
      .for("update");
    const where = and(eq(orders.version, version), unpaidOnly ? eq(orders.payment, false) : undefined);
    if (!before || !(await cancelOrder(tx, id, { where, by })))
      throw await conflict(tx, id, whyNot(before, cancel));
    const owed = before.payment ? await money.oweAll(tx, { orderId: id, reason, by, confirmed }) : undefined;
    if (!before.payment) await money.closeWaiting(tx, id, by);
    await writeAudit(tx, by, {
      action: "order.cancel",
      subjectKind: "order",
      subjectId: id,
      before: { status: before.status },
      after: { status: "Cancelled" },
      reason,
    });
    await mailCancelled(tx, before, { back: owed?.amount ?? 0, trackUrl: cancel.trackUrl });
    return { version: version + 1 };
  });
}

type Order = typeof orders.$inferSelect;

function whyNot(order: Order | undefined, { version, unpaidOnly }: Cancel): string {
  if (order?.version !== version) return "Somebody has changed this order meanwhile.";
  if (unpaidOnly && order.payment) return "This order is paid: only the owner can cancel it.";
  return `An order that is "${order.status}" cannot be cancelled.`;
}

async function mailCancelled(
  tx: Tx,
  order: Order,
  { back, trackUrl }: Pick<Cancel, "trackUrl"> & { back: number },
): Promise<void> {
  const cancelled = { id: order.id, paid: order.payment, back, trackUrl: trackUrl?.(order.id) };
  await enqueueMail(tx, {
    event: `cancelled:${order.id}`,
    to: await emailOfOrder(tx, order),
    ...inLanguage(order.language, () => cancelledMail(cancelled)),
  });
}
