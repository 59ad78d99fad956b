import { and, eq, or, sql } from "drizzle-orm";
import { readCode } from "../../ordering/rules.ts";
import { type Actor, COMMAND } from "../../platform/audit/actor.server.ts";
import { audit } from "../../platform/audit/tables.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Refund } from "../core/provider.server.ts";
import { moneyStanding } from "../core/standing.server.ts";
import { payments } from "../core/tables.server.ts";
import { tillPayments } from "../mpesa/till-code/tables.server.ts";
import { findOpenRefund, findRefund } from "../refunds/find-refund.server.ts";
import { demandRoom, readReceipt } from "../refunds/owe-refund.server.ts";
import { finishRefund, latestAttempt, recordResult } from "../refunds/refund-attempts.server.ts";
import { moneyCame } from "../refunds/refund-sums.server.ts";
import { lockReturned } from "../refunds/returned-money.server.ts";
import { refundAttempts, refunds } from "../refunds/tables.server.ts";
import type { RefundStanding } from "./refund-payment.server.ts";

/** Minutes after a refund left in which its lost answer may still come: until then nobody may say it went by hand. */
export const ANSWER_MAX = 60;

/**
 * Staff have sent the money back by hand; `code` is its M-Pesa code or card refund. False: nothing is owed.
 * @param id of the refund, or of a payment or discrepancy that has one open
 * @throws ShopError 400 a code that is none; 409 the provider's own refund is under way, or may be; a code that was used; or
 * several refunds are open
 */
export async function markRefunded(
  context: PaymentContext,
  id: string,
  code: string | undefined,
  by: Actor = COMMAND,
): Promise<boolean> {
  try {
    return await transaction(context.db, (tx) => mark(context, tx, id, { code, by }));
  } catch (error) {
    if (!isDuplicate(error, "refunds_hand_code")) throw error;
    throw new ShopError(409, USED, await moneyStanding(context.db, readCode(code ?? "") ?? ""));
  }
}

/**
 * The same at the counter, where what goes by hand needs its code.
 * @throws ShopError 404 no such refund; 409 `{current, by, at}` it is done; and as `markRefunded`
 */
export async function confirmRefunded(
  context: PaymentContext,
  refundId: string,
  { code, by }: { code: string | undefined; by: Actor },
): Promise<RefundStanding> {
  const { db } = context;
  const before = await findRefund(db, refundId);
  if (!before) throw new ShopError(404, "There is no such refund.");
  if (before.way === "hand" && !code?.trim())
    throw fieldFault("code", "Type the code of the money you sent.");
  const isMarked = await markRefunded(context, refundId, code, by);
  const refund = (await findRefund(db, refundId)) ?? before;
  if (!isMarked) throw await doneBefore(db, refund);
  return refund;
}

/** Who has said that the money is back, or that it stays. */
async function doneBefore(db: Db, { id, state, doneAt, givenUpAt, createdAt }: Refund): Promise<ShopError> {
  const [said] = await db
    .select({ name: audit.staffName })
    .from(audit)
    .where(and(eq(audit.action, "payment.refunded"), sql`${audit.after}->>'refund' = ${id}`));
  const by = said?.name ?? "the shop";
  const word = givenUpAt ? "given up" : state;
  const at = (doneAt ?? givenUpAt ?? createdAt).getTime();
  return new ShopError(409, `Nothing was changed: this refund is ${word} by now (${by}).`, {
    current: word,
    by,
    at,
  });
}

const USED = "This code is another payment's. State the code of the money you sent back.";

async function mark(
  context: PaymentContext,
  tx: Tx,
  id: string,
  { code, by }: { code: string | undefined; by: Actor },
): Promise<boolean> {
  const open = await findOpenRefund(tx, id);
  const money = open && (await lockReturned(tx, open.id));
  if (!money || money.refund.state === "done" || money.refund.givenUpAt) return false;
  const { refund, method, payment } = money;
  if (payment && refund.paymentId !== null)
    await demandRoom(tx, payment.id, refund.id, {
      amount: refund.amount,
      came: await moneyCame(tx, payment),
    });
  const handCode = readReceipt(method, code, "code");
  const reference = handCode ?? "by hand";
  await demandNoneUnderWay(tx, refund);
  if (handCode) await demandUnusedCode(tx, handCode);
  const attempt = newId();
  await tx.insert(refundAttempts).values({
    id: attempt,
    refundId: refund.id,
    way: "hand",
    amount: refund.amount,
    state: "done",
    reference,
  });
  await recordResult(tx, attempt, { type: "done", reference });
  if (handCode) await tx.update(refunds).set({ handCode }).where(eq(refunds.id, refund.id));
  await finishRefund(context, tx, money, { amount: refund.amount, reference });
  await writeAudit(tx, by, {
    action: "payment.refunded",
    subjectKind: refund.paymentId ? "payment" : "discrepancy",
    subjectId: refund.paymentId ?? refund.discrepancyId ?? refund.id,
    before: { state: refund.state },
    after: { refund: refund.id, state: "done", code: reference },
  });
  return true;
}

/** @throws ShopError 409 money came under this code, or a refund went out under it */
async function demandUnusedCode(tx: Tx, code: string): Promise<void> {
  const [paid] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(or(eq(payments.receipt, code), eq(payments.typedCode, code)));
  const [came] = await tx
    .select({ code: tillPayments.code })
    .from(tillPayments)
    .where(eq(tillPayments.code, code));
  const [sent] = await tx
    .select({ id: refundAttempts.id })
    .from(refundAttempts)
    .where(and(eq(refundAttempts.reference, code), sql`${refundAttempts.way} = 'hand'`));
  if (paid || came || sent) throw new ShopError(409, USED, await moneyStanding(tx, code));
}

async function demandNoneUnderWay(tx: Tx, { id, state }: Refund): Promise<void> {
  if (state === "asking" || state === "asked")
    throw new ShopError(
      409,
      "The provider is being asked whether an earlier refund went through. Wait for its answer, ten minutes at most.",
    );
  if (state === "sending" || state === "sent")
    throw new ShopError(409, "A refund by the provider is under way. Wait until it has succeeded or failed.");
  if (state !== "unknown") return;
  const latest = await latestAttempt(tx, id);
  const left = latest ? latest.startedAt.getTime() + ANSWER_MAX * 60_000 - Date.now() : 0;
  if (left > 0)
    throw new ShopError(
      409,
      `The answer to a refund was lost and may still come. Wait ${Math.ceil(left / 60_000)} minutes, or have the provider asked with "refund".`,
    );
}
