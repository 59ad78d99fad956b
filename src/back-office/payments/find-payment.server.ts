import { desc, eq, or } from "drizzle-orm";
import type { z } from "zod";
import type { PaymentContext } from "../../payments/core/payment-context.server.ts";
import { discrepancies } from "../../payments/core/tables.server.ts";
import { refunds } from "../../payments/refunds/tables.server.ts";
import { rawMessagesOf } from "../../payments/staff/raw-messages.server.ts";
import { showToStaff } from "../../payments/staff/staff-list.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { may, type Role } from "../rights.ts";
import type { showPayment } from "./contract.ts";
import { deedsOf, isMarkable, type Known } from "./deeds.server.ts";

/** A payment, discrepancy or money at the till as a role may see it; undefined when nothing is known under this id. */
export async function findPaymentFor(
  context: PaymentContext,
  id: string,
  role: Role,
): Promise<z.output<typeof showPayment.answer>["payment"] | undefined> {
  const { db, provider } = context;
  const known = await showToStaff(db, id);
  const summary = known && summaryOf(known);
  if (!summary) return undefined;
  const adopted = known.payment || known.discrepancy ? undefined : await findAdopted(db, id);
  if (adopted) return findPaymentFor(context, adopted, role);
  return {
    _id: id,
    ...summary,
    deeds: await deedsOf(db, known, (method) => provider(method) !== undefined),
    refunds: known.refunds.map((refund) => ({
      ...refundOf(refund),
      markable: isMarkable(refund, known.attempts),
    })),
    attempts: known.attempts.map(({ refundId, way, state, amount, reference, startedAt }) => ({
      ...{ refund: refundId, way, state, amount, reference },
      at: startedAt.getTime(),
    })),
    events: known.events.map(({ at, event, from, to, note, byName }) => ({
      ...{ event, from, to, note },
      by: byName,
      at: at.getTime(),
    })),
    ...(may(role, "payments.messages") ? { messages: await messagesOf(db, id) } : {}),
  };
}

function summaryOf({ payment, discrepancy, tillMoney }: Known) {
  if (payment) {
    const { method, state, amount, phone, receipt, typedCode, reason, orderId, createdAt, paidAt } = payment;
    const code = receipt ?? typedCode;
    const times = { date: createdAt.getTime(), paidAt: paidAt?.getTime() ?? null };
    return { kind: "payment", method, state, amount, phone, code, reason, orderId, ...times };
  }
  const nobody = { phone: null, orderId: null, paidAt: null };
  if (discrepancy) {
    const { kind, method, state, amount, receipt: code, what: reason, createdAt } = discrepancy;
    return { ...nobody, kind, method, state, amount, code, reason, date: createdAt.getTime() };
  }
  if (!tillMoney) return undefined;
  const { code, amount, billRef, receivedAt, decidedAt } = tillMoney;
  const state = decidedAt ? "closed" : "open";
  const till = { kind: "till_money", method: "cod" as const, state, reason: billRef || null };
  return { ...nobody, ...till, amount, code, date: receivedAt.getTime() };
}

function refundOf({
  id,
  state,
  way,
  amount,
  reason,
  reference,
  result,
  createdAt,
  givenUpAt,
}: Known["refunds"][number]) {
  const standing = { _id: id, state, way, amount, givenUp: givenUpAt !== null };
  return { ...standing, reason, reference, result, date: createdAt.getTime() };
}

async function messagesOf(db: Db, id: string) {
  const messages = await rawMessagesOf(db, id);
  return messages.map(({ receivedAt, kind, outcome, body }) => ({
    at: receivedAt.getTime(),
    kind,
    outcome,
    body,
  }));
}

/** The row that money at the till has got beside all payments since somebody decided about it. */
async function findAdopted(db: Db, code: string): Promise<string | undefined> {
  const [found] = await db
    .select({ id: discrepancies.id })
    .from(discrepancies)
    .where(eq(discrepancies.key, `till:${code}`));
  return found?.id;
}

/** The newest refund of a discrepancy, or of money at the till by its code. */
export async function findRefundBeside(db: Db, id: string) {
  const [found] = await db
    .select({ id: refunds.id, state: refunds.state, way: refunds.way, amount: refunds.amount })
    .from(refunds)
    .innerJoin(discrepancies, eq(discrepancies.id, refunds.discrepancyId))
    .where(or(eq(discrepancies.id, id), eq(discrepancies.key, `till:${id}`)))
    .orderBy(desc(refunds.number))
    .limit(1);
  return found;
}
