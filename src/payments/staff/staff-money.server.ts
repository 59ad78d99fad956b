import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { type Actor, COMMAND } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { closeDiscrepancy } from "../core/discrepancies.server.ts";
import { demandNotReturned, lockMoney } from "../core/money-claims.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { moneyStanding } from "../core/standing.server.ts";
import { discrepancies, payments } from "../core/tables.server.ts";
import { tillPayments } from "../mpesa/till-code/tables.server.ts";
import { latestRefund } from "../refunds/find-refund.server.ts";
import { addRefund, readReceipt, readSum, repeatRefund, type Stated } from "../refunds/owe-refund.server.ts";
import type { Discrepancy } from "../refunds/returned-money.server.ts";
import { webhookInbox } from "../webhooks/tables.server.ts";
import { TILL_UNMATCHED } from "./staff-list.server.ts";

/**
 * Money that is no payment, given back: `id` is that of a discrepancy, or the M-Pesa code of money at the till.
 * False: there is none, or it is decided.
 * @throws ShopError 400, 409 as refundByStaff; 409 it has paid an order meanwhile
 */
export async function refundMoney(
  context: PaymentContext,
  tx: Tx,
  id: string,
  { reason, stated, by }: { reason: string; stated: Stated; by: Actor },
): Promise<boolean> {
  const money = (await lockDiscrepancy(tx, id)) ?? (await adoptTillMoney(tx, id));
  if (!money?.method || money.closedAt) return false;
  if (money.kind === "refunded_twice" || money.kind === "contradiction" || money.state === "refund_pending")
    return false;
  const named = readReceipt(money.method, stated.receipt);
  if (named && money.receipt && named !== money.receipt)
    throw new ShopError(409, `This money came under ${money.receipt}.`);
  const receipt = money.receipt ?? named;
  if (!receipt) throw new ShopError(409, "State the code this money came under with --receipt.");
  if (money.amount === null && stated.amount === undefined)
    throw new ShopError(409, "State how much came with --amount.");
  const amount = readSum(stated.amount ?? money.amount ?? 0, money.amount ?? undefined);
  await lockMoney(tx, money.amount ?? amount, receipt);
  await demandUnused(tx, receipt);
  await demandNotReturned(tx, receipt, money.id);
  const { id: discrepancyId, method } = money;
  const came = money.amount ?? undefined;
  const owed = { discrepancyId, method, amount, came, whole: came ?? amount, reason, by };
  const earlier = await latestRefund(tx, discrepancyId);
  if (earlier && !(await repeatRefund(context, tx, earlier, { ...owed, stated }))) return false;
  if (!earlier) await addRefund(context, tx, owed);
  await tx
    .update(discrepancies)
    .set({ state: "refund_pending", receipt, amount: money.amount ?? amount, reason })
    .where(eq(discrepancies.id, discrepancyId));
  await spend(tx, receipt);
  await writeAudit(tx, by, {
    action: "payment.refund",
    subjectKind: "discrepancy",
    subjectId: discrepancyId,
    before: { state: money.state },
    after: { state: "refund due", amount: formatPrice(amount) },
    reason,
  });
  return true;
}

async function lockDiscrepancy(tx: Tx, id: string): Promise<Discrepancy | undefined> {
  const [found] = await tx.select().from(discrepancies).where(eq(discrepancies.id, id)).for("update");
  return found;
}

/** Money at the till that fits no payment gets a row of its own, under the lock on its sum. */
async function adoptTillMoney(tx: Tx, code: string): Promise<Discrepancy | undefined> {
  const [known] = await tx
    .select({ amount: tillPayments.amount })
    .from(tillPayments)
    .where(eq(tillPayments.code, code));
  if (!known) return undefined;
  await lockMoney(tx, known.amount, code);
  const unmatched = await tx.execute(sql`${TILL_UNMATCHED} and t.code = ${code} for update of t`);
  if (unmatched.rows.length === 0) return undefined;
  const [made] = await tx
    .insert(discrepancies)
    .values({
      id: newId(),
      key: `till:${code}`,
      kind: "unmatched_money",
      method: "cod",
      receipt: code,
      amount: known.amount,
      what: "money at the till that fits no payment",
    })
    .onConflictDoNothing()
    .returning();
  return made;
}

/** @throws ShopError 409 the money has paid an order */
async function demandUnused(tx: Tx, receipt: string): Promise<void> {
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.receipt, receipt), isNotNull(payments.paidAt)));
  if (payment)
    throw new ShopError(
      409,
      `This money has paid payment ${payment.id}: give that back, or close this.`,
      await moneyStanding(tx, receipt),
    );
}

/**
 * The owner has not decided about this money apart from its payment; called under its lock. What `hasPaid` the payment he may
 * have closed, for that was to be done.
 * @throws ShopError 409 he has
 */
export async function demandUndecided(tx: Tx, receipt: string, hasPaid: boolean): Promise<void> {
  await demandNotReturned(tx, receipt);
  if (hasPaid) return;
  const [closed] = await tx
    .select({ id: discrepancies.id })
    .from(discrepancies)
    .where(and(eq(discrepancies.receipt, receipt), eq(discrepancies.state, "closed")));
  if (closed)
    throw new ShopError(409, `This money was closed as ${closed.id}.`, await moneyStanding(tx, closed.id));
}

/** It pays nothing any more, unless it has paid: a code typed from now on waits for the owner. */
async function spend(tx: Tx, receipt: string): Promise<void> {
  await tx
    .update(tillPayments)
    .set({ decidedAt: sql`now()` })
    .where(
      and(
        eq(tillPayments.code, receipt),
        sql`not exists (select from ${payments} p where p.receipt = ${receipt} and p.paid_at is not null)`,
      ),
    );
}

/**
 * The owner has looked into it and leaves it at that: a discrepancy, or money at the till by its code. It stays written
 * down with the reason. False: there is none, it is decided, or its money is on its way back.
 * @throws ShopError 400 no reason given
 */
export async function closeByStaff(
  { db }: PaymentContext,
  id: string,
  reason: string,
  by: Actor = COMMAND,
): Promise<boolean> {
  if (!reason.trim()) throw fieldFault("reason", "Say why it can be closed.");
  return transaction(db, async (tx) => {
    const found = (await lockDiscrepancy(tx, id)) ?? (await adoptTillMoney(tx, id));
    if (!found) return false;
    if (found.receipt) await lockMoney(tx, found.amount ?? 0, found.receipt);
    if (!(await closeDiscrepancy(tx, found.id, reason))) return false;
    if (found.receipt) await spend(tx, found.receipt);
    if (found.webhookId)
      await tx
        .update(webhookInbox)
        .set({ processedAt: sql`now()`, outcome: "closed by the owner" })
        .where(and(eq(webhookInbox.id, found.webhookId), isNull(webhookInbox.processedAt)));
    await writeAudit(tx, by, {
      action: "payment.close",
      subjectKind: "discrepancy",
      subjectId: found.id,
      before: { state: found.state },
      after: { state: "closed" },
      reason,
    });
    return true;
  });
}

/** A message that could not be read or worked on is tried once more; it stays listed until that succeeds. */
export async function tryAgain({ db }: PaymentContext, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const found = await lockDiscrepancy(tx, id);
    if (found?.kind !== "message" || found.closedAt || !found.webhookId) return false;
    const [hook] = await tx
      .update(webhookInbox)
      // one failed try, so that its success closes the matter
      .set({ processedAt: null, outcome: null, parkedAt: null, nextTryAt: null, tries: 1 })
      .where(eq(webhookInbox.id, found.webhookId))
      .returning({ kind: webhookInbox.kind, about: webhookInbox.about });
    if (!hook) return false;
    if (hook.kind === "stk") await addJob(tx, "payment", hook.about ?? "");
    else await addJob(tx, "hook", hook.kind);
    return true;
  });
}
