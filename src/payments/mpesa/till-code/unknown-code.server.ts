import { and, eq, sql } from "drizzle-orm";
import { inLanguage } from "../../../language/language.server.ts";
import { cancelOrder } from "../../../ordering/change-status.server.ts";
import type { MailLinks } from "../../../ordering/mails/mail-links.server.ts";
import { orders } from "../../../ordering/tables.server.ts";
import type { Tx } from "../../../platform/database/db.server.ts";
import { addJob } from "../../../platform/jobs/jobs.server.ts";
import { enqueueMail } from "../../../platform/mail/outbox.server.ts";
import { REJECTED_CODE_HOURS, UNFOUND_CODES } from "../../../shop.ts";
import { changeState } from "../../core/change-state.server.ts";
import { recipientOf, unprovenTo } from "../../core/mails.server.ts";
import { notifyStaff } from "../../core/owner-notices.server.ts";
import type { Payment } from "../../core/provider.server.ts";
import { payments } from "../../core/tables.server.ts";
import { codeEndsMail, codeRejectedMail } from "./code-mails.server.ts";
import { HAS_OTHER_CODE } from "./tables.server.ts";

/** Why a typed code is looked for no more. Should its money come after all, it is given back. */
const UNKNOWN = "M-Pesa does not know its code";

/**
 * M-Pesa, asked late, does not know the typed code of a locked payment. The first time, the shopper is mailed that the order
 * ends soon; the second time, the order is cancelled and its goods are free, unless packing has begun: then staff decide.
 * With another code of its own the order waits for that as after a rejection. A
 * second code of a checkout that has its order stays on the owner's list until he decides; the code of a refused order
 * leaves the list. Where money was seen before, only a person decides.
 */
export async function endUnknown(tx: Tx, payment: Payment, links: MailLinks | undefined): Promise<void> {
  // its money was seen, and no later word takes that back
  if (payment.state === "paid_held") {
    await end(tx, payment, "review");
    return notifyStaff(tx, payment, `${UNKNOWN}, and money was seen under it`);
  }
  if (payment.refusedAt)
    return payment.warnedAt ? end(tx, payment, "fail", UNKNOWN) : askOnceMore(tx, payment);
  const [order] = await tx.select().from(orders).where(eq(orders.id, payment.orderId)).for("update");
  if (payment.added || order?.payment) return end(tx, payment, "review");
  if (!order || order.status === "Cancelled") return end(tx, payment, "fail", UNKNOWN);
  if (order.status !== "Order Placed") {
    await end(tx, payment, "review", UNKNOWN);
    return notifyStaff(tx, payment, `${UNKNOWN}, and the order is ${order.status.toLowerCase()}`);
  }
  const { to, language } = await recipientOf(tx, payment);
  if (payment.warnedAt === null) {
    await askOnceMore(tx, payment);
    const mail = inLanguage(language, () => codeEndsMail(order.id, links, WARNED));
    const unproven = await unprovenTo(tx, payment, { to, hours: WARNED.after });
    return enqueueMail(tx, { event: `code-ends:${payment.id}`, to, unproven, ...mail });
  }
  if (await hasOtherCode(tx, payment)) return waitForOther(tx, payment);
  await end(tx, payment, "fail", UNKNOWN);
  await cancelOrder(tx, order.id);
  const mail = inLanguage(language, () => codeRejectedMail(order.id, links));
  const unproven = await unprovenTo(tx, payment, { to, hours: 12 });
  await enqueueMail(tx, { event: `code-rejected:${payment.id}`, to, unproven, ...mail });
}

const WARNED = { after: UNFOUND_CODES.warnedBefore };

async function hasOtherCode(tx: Tx, { id }: Payment): Promise<boolean> {
  const found = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, id), HAS_OTHER_CODE));
  return found.length > 0;
}

/** Its shopper was promised time for the code sent since: `endRejected` ends the order when that comes to nothing. */
async function waitForOther(tx: Tx, { id }: Payment): Promise<void> {
  await changeState(tx, "fail", eq(payments.id, id), {
    nextCheckAt: null,
    leaseUntil: null,
    reason: UNKNOWN,
    rejectedAt: sql`now()`,
  });
  await addJob(tx, "rejected-code", id, REJECTED_CODE_HOURS * 3_600);
}

/** The first time: it is asked about again at the end. */
async function askOnceMore(tx: Tx, { id }: Payment): Promise<void> {
  const seconds = UNFOUND_CODES.warnedBefore * 3_600;
  await tx
    .update(payments)
    .set({
      warnedAt: sql`now()`,
      nextCheckAt: sql`now() + make_interval(secs => ${seconds})`,
      leaseUntil: null,
    })
    .where(eq(payments.id, id));
}

async function end(tx: Tx, { id }: Payment, event: "fail" | "review", reason?: string): Promise<void> {
  await changeState(tx, event, eq(payments.id, id), {
    nextCheckAt: null,
    leaseUntil: null,
    ...(reason === undefined ? {} : { reason }),
  });
}
