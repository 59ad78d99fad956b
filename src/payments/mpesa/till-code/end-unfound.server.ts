import { and, eq, lte, sql } from "drizzle-orm";
import { cancelOrder } from "../../../ordering/change-status.server.ts";
import type { Ending } from "../../../ordering/mails/confirmation-mail.server.ts";
import { ordersBeside } from "../../../ordering/queries.server.ts";
import { type Db, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { addJob } from "../../../platform/jobs/jobs.server.ts";
import { REJECTED_CODE_HOURS, UNFOUND_CODES } from "../../../shop.ts";
import { changeState } from "../../core/change-state.server.ts";
import { mailShopper } from "../../core/mails.server.ts";
import { notifyOwnerOfPayment } from "../../core/owner-notices.server.ts";
import type { Payment, PaymentContext } from "../../core/provider.server.ts";
import { lockPayment } from "../../core/queries.server.ts";
import { ENDED, payments, UNFOUND } from "../../core/tables.server.ts";
import { codeEndsMail, mailRejected } from "./code-mails.server.ts";
import { HAS_OTHER_CODE, HAS_REPORTED_MONEY, hasReportedMoney } from "./tables.server.ts";
import { addWakingHours } from "./waking-hours.ts";

// how the order of an unfound code ends: by the clock, by M-Pesa's answer, or some hours after staff rejected the code

type Links = PaymentContext["links"];

/** Money was seen under this code, or by another payment of its checkout: staff look into that, and the order does not end. */
const MONEY_WAS_SEEN = sql`exists (select from payments other where other.order_id in (${ordersBeside(sql`${payments.orderId}`)})
    and (other.state = 'paid_held' or ${hasReportedMoney(sql`other.typed_code`)}))`;

const IS_OVER = sql<boolean>`(${payments.endsAt} <= now())`;
const IS_DUE = and(
  UNFOUND,
  sql`(${payments.warnedAt} is null and ${payments.warnsAt} <= now() or ${IS_OVER})`,
  sql`not ${MONEY_WAS_SEEN}`,
);

/** Payments whose shoppers must be warned that their order ends soon, or whose order must end. */
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
 * For a code that M-Pesa cannot be asked about, and whose money nobody has found. First its shopper is mailed that the order ends
 * soon; at its end the order is cancelled, its goods are released, and a mail says so. An order that is being packed is left to
 * staff. The code of a refused order leaves the list. Several processes may call it at the same time.
 */
export async function endUnfound({ db, links }: PaymentContext, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const [due] = await tx
      .select({ isOver: IS_OVER, now: sql<number>`floor(extract(epoch from now()) * 1000)::float8` })
      .from(payments)
      .where(and(eq(payments.id, id), IS_DUE));
    if (!payment || !due) return;
    if (payment.added || payment.refusedAt || payment.isOrderPaid)
      return due.isOver ? end(tx, payment, "fail", ENDED) : void (await markWarned(tx, payment, due.now));
    await warnOrEnd(tx, payment, links, {
      warn: () => markWarned(tx, payment, due.now),
      over: ENDED,
      // only an order that ENDED ended goes on with money that comes later: one that staff cancelled does not
      cancelled: "its order was cancelled",
      packed: `${ENDED}, and its order is being packed`,
    });
  });
}

/** Milliseconds that a warning may come late without moving the end. */
const LATE = 5 * 60_000;

/** No order ends without a warning: where no process ran in time, it lasts that much longer. Returns when it ends. */
async function markWarned(tx: Tx, { id, endsAt }: Payment, now: number): Promise<Ending> {
  const fair = addWakingHours(now, UNFOUND_CODES.warnedBefore);
  const end = endsAt && fair - endsAt.getTime() <= LATE ? endsAt : new Date(fair);
  await tx.update(payments).set({ warnedAt: sql`now()`, endsAt: end }).where(eq(payments.id, id));
  return { at: end.getTime() };
}

/** Why a typed code was given up that M-Pesa does not know. If its money comes after all, it is refunded. */
const UNKNOWN = "M-Pesa does not know its code";

/**
 * M-Pesa, asked late, does not know the typed code of a locked payment. The first time, the shopper is mailed that the order
 * ends soon; the second time, the order is cancelled and its goods are released, unless packing has begun: then staff decide.
 * An order with another code of its own waits for that one, as after a rejection. A second code of a checkout that has its order
 * stays on the owner's list until the owner decides; the code of a refused order leaves the list. Where money was seen before,
 * only a person decides.
 */
export async function endUnknown(tx: Tx, payment: Payment, links: Links): Promise<void> {
  // its money was seen, and a later answer does not undo that
  if (payment.state === "paid_held") {
    await end(tx, payment, "review");
    return notifyOwnerOfPayment(tx, payment, `${UNKNOWN}, and money was seen under it`);
  }
  if (payment.refusedAt)
    return payment.warnedAt ? end(tx, payment, "fail", UNKNOWN) : void (await askOnceMore(tx, payment));
  if (payment.added || payment.isOrderPaid) return end(tx, payment, "review");
  const isEnding = payment.status === "Order Placed" && payment.warnedAt !== null;
  if (isEnding && (await hasOtherCode(tx, payment))) return waitForOther(tx, payment);
  const warn = () => askOnceMore(tx, payment);
  await warnOrEnd(tx, payment, links, { warn, over: UNKNOWN, cancelled: UNKNOWN, packed: UNKNOWN });
}

async function hasOtherCode(tx: Tx, { id }: Payment): Promise<boolean> {
  return (await tx.$count(payments, and(eq(payments.id, id), HAS_OTHER_CODE))) > 0;
}

/** Its shopper was promised time for the code sent since: `endRejected` ends the order if that is not found either. */
async function waitForOther(tx: Tx, payment: Payment): Promise<void> {
  await end(tx, payment, "fail", UNKNOWN);
  await tx.update(payments).set({ rejectedAt: sql`now()` }).where(eq(payments.id, payment.id));
  await addJob(tx, "rejected-code", payment.id, REJECTED_CODE_HOURS * 3_600);
}

/** The first time: schedules another question for when the order would end, so many hours later. */
async function askOnceMore(tx: Tx, { id }: Payment): Promise<Ending> {
  const after = UNFOUND_CODES.warnedBefore;
  const nextCheckAt = sql`now() + make_interval(hours => ${after})`;
  await tx
    .update(payments)
    .set({ warnedAt: sql`now()`, nextCheckAt, leaseUntil: null })
    .where(eq(payments.id, id));
  return { after };
}

/** Its time is over and no money was seen; where some was, a person decides. */
const IS_LONG_REJECTED = and(
  lte(payments.rejectedAt, sql`now() - make_interval(hours => ${REJECTED_CODE_HOURS})`),
  eq(payments.state, "failed"),
  sql`not ${HAS_REPORTED_MONEY} and not ${HAS_OTHER_CODE}`,
);

/** Payments whose code was rejected so long ago that their orders must end. */
export async function rejectedLongAgo(db: Db): Promise<string[]> {
  const over = await db.select({ id: payments.id }).from(payments).where(IS_LONG_REJECTED).limit(100);
  return over.map(({ id }) => id);
}

/**
 * Nobody sent the right code in time: cancels the order, releases its goods, and mails its shopper. An order that is packed
 * is left to the owner; one that is paid by now, or for whose code money came, stays.
 */
export async function endRejected({ db, links }: PaymentContext, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const over = await tx
      .update(payments)
      .set({ rejectedAt: null })
      .where(and(eq(payments.id, id), IS_LONG_REJECTED))
      .returning({ id: payments.id });
    if (!payment || over.length === 0 || payment.added || payment.phase !== "placed") return;
    if (payment.isOrderPaid || payment.status === "Cancelled") return;
    if (payment.status !== "Order Placed") return notifyPacked(tx, payment, "nobody sent the right code");
    await cancelOrder(tx, payment.orderId);
    await mailRejected(tx, payment, links);
  });
}

/** Reasons of its payment's end: with its order, or because that was cancelled, or why staff decide about a packed one. */
type Reasons = { over: string; cancelled: string; packed: string };

/** Ends the order of an unfound code: its shopper is warned the first time, and the second time it is cancelled. */
async function warnOrEnd(
  tx: Tx,
  payment: Payment,
  links: Links,
  { warn, over, cancelled, packed }: Reasons & { warn: () => Promise<Ending> },
): Promise<void> {
  const { id, orderId, status, warnedAt } = payment;
  if (status === "Cancelled") return end(tx, payment, "fail", cancelled);
  if (status !== "Order Placed") {
    await end(tx, payment, "review", packed);
    return notifyPacked(tx, payment, over);
  }
  if (warnedAt === null) {
    const ending = await warn();
    const write = () => codeEndsMail(orderId, links, ending);
    return mailShopper(tx, payment, { event: `code-ends:${id}`, write, hours: UNFOUND_CODES.warnedBefore });
  }
  await end(tx, payment, "fail", over);
  await cancelOrder(tx, orderId);
  await mailRejected(tx, payment, links, 12);
}

async function notifyPacked(tx: Tx, payment: Payment, why: string): Promise<void> {
  await notifyOwnerOfPayment(tx, payment, `${why}, and the order is ${payment.status.toLowerCase()}`);
}

async function end(tx: Tx, { id }: Payment, event: "fail" | "review", reason?: string): Promise<void> {
  await changeState(tx, event, eq(payments.id, id), { nextCheckAt: null, leaseUntil: null, reason });
}
