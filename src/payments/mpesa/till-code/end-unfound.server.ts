import { and, eq, sql } from "drizzle-orm";
import { inLanguage } from "../../../language/language.server.ts";
import { cancelOrder } from "../../../ordering/change-status.server.ts";
import { ordersBeside } from "../../../ordering/queries.server.ts";
import { orders } from "../../../ordering/tables.server.ts";
import { type Db, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { enqueueMail } from "../../../platform/mail/outbox.server.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import { changeState } from "../../core/change-state.server.ts";
import { recipientOf, unprovenTo } from "../../core/mails.server.ts";
import { notifyStaff } from "../../core/owner-notices.server.ts";
import { ENDED } from "../../core/pay-order.server.ts";
import type { PaymentContext } from "../../core/payment-context.server.ts";
import type { Payment } from "../../core/provider.server.ts";
import { lockPayment } from "../../core/queries.server.ts";
import { payments, UNFOUND } from "../../core/tables.server.ts";
import { codeEndsMail, codeRejectedMail } from "./code-mails.server.ts";
import { hasReportedMoney } from "./tables.server.ts";
import { addWakingHours } from "./waking-hours.ts";

/** Money was seen under this code, or by another payment of its checkout: that is looked into, and ends nothing. */
const MONEY_WAS_SEEN = sql`exists (select from payments other where other.order_id in (${ordersBeside(sql`${payments.orderId}`)})
    and (other.state = 'paid_held' or ${hasReportedMoney(sql`other.typed_code`)}))`;

const IS_OVER = sql<boolean>`(${payments.endsAt} <= now())`;
const IS_DUE = and(
  UNFOUND,
  sql`(${payments.warnedAt} is null and ${payments.warnsAt} <= now() or ${IS_OVER})`,
  sql`not ${MONEY_WAS_SEEN}`,
);

/** Payments whose shoppers are to be warned that their order ends, or whose order is over. */
export async function dueUnfound(db: Db): Promise<string[]> {
  const due = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(sql`${payments.endsAt} is not null`, IS_DUE))
    .orderBy(payments.endsAt)
    .limit(100);
  return due.map(({ id }) => id);
}

/**
 * M-Pesa cannot be asked about this code, and nobody has found its money. First its shopper is mailed that the order ends
 * soon; at its end the order is cancelled, its goods are free, and a mail says so. One that is being packed is left to staff.
 * The code of a refused order leaves the list. Several processes may do so at once.
 */
export async function endUnfound({ db, links }: PaymentContext, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const [due] = await tx
      .select({ isOver: IS_OVER, now: sql<number>`floor(extract(epoch from now()) * 1000)::float8` })
      .from(payments)
      .where(and(eq(payments.id, id), IS_DUE));
    if (!payment || !due) return;
    const [order] = await tx.select().from(orders).where(eq(orders.id, payment.orderId)).for("update");
    if (payment.added || payment.refusedAt || order?.payment)
      return due.isOver ? end(tx, payment, "fail") : markWarned(tx, payment, due);
    if (!order || order.status === "Cancelled") return end(tx, payment, "fail", "its order was cancelled");
    if (order.status !== "Order Placed") {
      await end(tx, payment, "review", `${ENDED}, and its order is being packed`);
      return notifyStaff(tx, payment, `${ENDED}, and the order is ${order.status.toLowerCase()}`);
    }
    const { to, language } = await recipientOf(tx, payment);
    if (payment.warnedAt === null) {
      const endsAt = await markWarned(tx, payment, due);
      const mail = inLanguage(language, () => codeEndsMail(order.id, links, { at: endsAt.getTime() }));
      const unproven = await unprovenTo(tx, payment, { to, hours: UNFOUND_CODES.warnedBefore });
      return enqueueMail(tx, { event: `code-ends:${id}`, to, unproven, ...mail });
    }
    await end(tx, payment, "fail");
    await cancelOrder(tx, order.id);
    const mail = inLanguage(language, () => codeRejectedMail(order.id, links));
    const unproven = await unprovenTo(tx, payment, { to, hours: 12 });
    await enqueueMail(tx, { event: `code-rejected:${id}`, to, unproven, ...mail });
  });
}

/** Milliseconds that a warning may come late. */
const LATE = 5 * 60_000;

/** Nobody ends without a warning: where no process ran in time, the order lasts that much longer. Gives when it ends. */
async function markWarned(tx: Tx, { id, endsAt }: Payment, { now }: { now: number }): Promise<Date> {
  const fair = addWakingHours(now, UNFOUND_CODES.warnedBefore);
  const end = endsAt && fair - endsAt.getTime() <= LATE ? endsAt : new Date(fair);
  await tx.update(payments).set({ warnedAt: sql`now()`, endsAt: end }).where(eq(payments.id, id));
  return end;
}

/** Only an order that `ENDED` ended goes on with money that comes later: one that staff cancelled does not. */
async function end(tx: Tx, { id }: Payment, event: "fail" | "review", reason = ENDED): Promise<void> {
  await changeState(tx, event, eq(payments.id, id), { nextCheckAt: null, leaseUntil: null, reason });
}
