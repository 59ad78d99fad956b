import { and, desc, eq, or } from "drizzle-orm";
import { lastAction } from "../../platform/audit/read-audit.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { refunds } from "../refunds/tables.server.ts";
import type { Payment } from "./provider.server.ts";
import { findPayment } from "./queries.server.ts";
import { discrepancies, paymentEvents, payments } from "./tables.server.ts";

/** How something stands that a deed was refused for: who brought it there, and when (milliseconds since 1970). */
export type Standing = { current: unknown; by: string | null; at: number | null };

export async function paymentStanding(db: Db | Tx, { id, state, createdAt }: Payment) {
  const [last] = await db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, id), eq(paymentEvents.to, state)))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  const by = last?.byName ?? "the shop";
  return { current: state, by, at: (last?.at ?? createdAt).getTime() } satisfies Standing;
}

/** What the counter calls a payment: one of ours, what was noted beside all payments, or money by its code. */
export async function standingAtCounter(db: Db | Tx, id: string): Promise<Standing> {
  const payment = await findPayment(db, id);
  return payment ? paymentStanding(db, payment) : moneyStanding(db, id);
}

/** Whose money it is that came, or was sent, under this code: a payment's, a refund's, or what was noted beside them. */
export async function moneyStanding(db: Db | Tx, code: string): Promise<Standing> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(or(eq(payments.receipt, code), eq(payments.typedCode, code)))
    .orderBy(desc(eq(payments.receipt, code)))
    .limit(1);
  if (payment) {
    const { current, by, at } = await paymentStanding(db, payment);
    return { current: { payment: payment.id, state: current }, by, at };
  }
  const [noted] = await db
    .select()
    .from(discrepancies)
    .where(or(eq(discrepancies.id, code), eq(discrepancies.receipt, code)))
    .limit(1);
  if (noted) {
    const { by, at } = await lastAction(db, "discrepancy", noted.id);
    return { current: { noted: noted.id, state: noted.state }, by, at: at ?? noted.createdAt.getTime() };
  }
  const [sent] = await db.select().from(refunds).where(eq(refunds.handCode, code));
  if (!sent) return { current: null, by: null, at: null };
  const kind = sent.paymentId ? "payment" : "discrepancy";
  const deed = await lastAction(db, kind, sent.paymentId ?? sent.discrepancyId ?? sent.id);
  return { current: { refund: sent.id, state: sent.state }, ...deed };
}
