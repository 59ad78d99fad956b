import { eq, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import type { PaymentContext, Refund } from "../core/provider.server.ts";
import { finishRefund } from "../refunds/apply-refund.server.ts";
import { reconcileRefund } from "../refunds/refund.server.ts";
import { addHandAttempt, BY_HAND, latestAttempt } from "../refunds/refund-attempts.server.ts";
import { repeatRefund } from "../transactions/add-refund.server.ts";
import {
  lockReturned,
  type ReturnedMoney,
  refunderOf,
  wayOf,
} from "../transactions/returned-money.server.ts";
import { refundAttempts, refunds, transactions } from "../transactions/tables.server.ts";
import { demandNotSame, lockMoney } from "./money-guards.server.ts";
import { doubtsOf, payerOf } from "./money-question.server.ts";
import { demandConfirmed, type Question, readSent, refundStanding } from "./refusals.server.ts";

/** Minutes after a refund was sent in which a lost answer may still come: until then nobody may mark it as sent by hand. */
export const ANSWER_MAX = 60;

/** A refund of this sum, locked. @throws ShopError 404 */
async function lockRefund(tx: Tx, moneyId: string, refundId: string): Promise<ReturnedMoney> {
  const money = await lockReturned(tx, refundId);
  if (money?.refund.transactionId !== moneyId) throw new ShopError(404, "There is no such refund.");
  return money;
}

/**
 * Asks the provider about a refund now: whether one whose answer was lost went through, or about one that was sent.
 * @throws ShopError 404; 409 nobody can be asked about it
 */
export async function checkRefund(
  context: PaymentContext,
  { money: moneyId, refund: refundId, by }: { money: string; refund: string; by: Actor },
): Promise<Refund["state"]> {
  await transaction(context.db, async (tx) => {
    const money = await lockRefund(tx, moneyId, refundId);
    const { refund, transaction: of } = money;
    const provider = refunderOf(context, of.provider);
    const canAsk =
      refund.state === "unknown" ? provider?.wasRefunded : refund.state === "sent" && provider?.checkRefund;
    if (!canAsk)
      throw new ShopError(
        409,
        "Nobody can be asked about this refund here.",
        await refundStanding(tx, refund),
      );
    await tx
      .update(refunds)
      .set({
        nextTryAt: sql`now()`,
        ...(refund.state === "unknown" ? { state: "asking" as const, asksOnly: true } : {}),
      })
      .where(eq(refunds.id, refundId));
    await auditRefund(tx, money, { by, action: "refund.check" });
  });
  await reconcileRefund(context, refundId);
  const [now] = await context.db
    .select({ state: refunds.state })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  return now?.state ?? "unknown";
}

/**
 * Sends a failed refund again; about one whose answer was lost the provider is asked first. `firstFailed`: the owner has
 * seen that it did not go through.
 * @throws ShopError 404; 409 it is neither, or nobody can be asked and the owner has not said that; 409 it may be another
 * payment's money; 409 `confirm` first
 */
export async function repeatByStaff(
  context: PaymentContext,
  {
    money: moneyId,
    refund: refundId,
    firstFailed,
    confirmed,
    by,
  }: {
    money: string;
    refund: string;
    firstFailed: boolean;
    confirmed?: boolean | string | undefined;
    by: Actor;
  },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    // reports of its sum wait meanwhile
    await lockMoney(tx, moneyId);
    const money = await lockRefund(tx, moneyId, refundId);
    const { refund, transaction: of, payment } = money;
    if (!(await repeatRefund(context, tx, money, { firstFailed })))
      throw new ShopError(
        409,
        `Nothing was changed: this refund is ${refund.state}.`,
        await refundStanding(tx, refund),
      );
    // what was no order's is not spent by this refund alone, which has not gone through
    const refunding = of.refunding - (refund.orderId ? 0 : refund.amount);
    await demandNotSame(tx, { ...of, refunding }, payment);
    // what was written is taken back with the question
    demandConfirmed(confirmed, await questionOfRepeat(context, tx, money, firstFailed));
    await auditRefund(tx, money, { by, action: "refund.repeat" });
  });
}

/** What sending it again would do; on the owner's word alone the shopper may get it twice. */
async function questionOfRepeat(
  context: PaymentContext,
  tx: Tx,
  { refund, transaction: of, payment }: ReturnedMoney,
  firstFailed: boolean,
): Promise<Question> {
  const isUnknown = refund.state === "unknown";
  const asks = isUnknown && refunderOf(context, of.provider)?.wasRefunded !== undefined;
  const first = `The first ${formatPrice(refund.amount)} may have arrived: then the shopper gets it twice.`;
  return {
    amount: refund.amount,
    to: `refunded to ${await payerOf(tx, of, payment)}`,
    method: asks ? "ask" : wayOf(context, of, { amount: refund.amount, byStaff: false }),
    conflicts: [
      ...(isUnknown && firstFailed ? [first] : []),
      ...(await doubtsOf(tx, of, payment, refund.id)),
    ],
  };
}

type HandRefund = {
  money: string;
  refund: string;
  code: string | undefined;
  confirmed?: boolean | string | undefined;
  by: Actor;
};

/**
 * Marks a refund as sent by hand; `code` is its M-Pesa code or the card's refund.
 * @throws ShopError 400 a code that is not valid; 404; 409 it is done, the provider's own refund is or may be under way, or the
 * code was used before; 409 `confirm` first
 */
export async function markRefunded(context: PaymentContext, sent: HandRefund): Promise<void> {
  try {
    await transaction(context.db, (tx) => mark(context, tx, sent));
  } catch (error) {
    if (isDuplicate(error, "refunds_hand_code")) throw new ShopError(409, USED);
    throw error;
  }
}

const USED = "This code is another payment's. State the code of the money you sent.";

async function mark(
  context: PaymentContext,
  tx: Tx,
  { money: moneyId, refund: refundId, code, confirmed, by }: HandRefund,
): Promise<void> {
  const money = await lockRefund(tx, moneyId, refundId);
  const { refund, transaction: of, payment } = money;
  if (refund.state === "done" || refund.givenUpAt)
    throw new ShopError(
      409,
      `Nothing was changed: this refund is ${refund.givenUpAt ? "given up" : "done"} by now.`,
      await refundStanding(tx, refund),
    );
  if (refund.way === "hand" && !code?.trim())
    throw fieldFault("code", "Type the code of the money you sent.");
  await demandNoneUnderWay(tx, refund);
  const handCode = readSent(of.provider, code);
  if (handCode) await demandUnused(tx, handCode);
  const under = handCode ? ` under ${handCode}` : "";
  demandConfirmed(confirmed, {
    amount: refund.amount,
    to: `marked as refunded to ${await payerOf(tx, of, payment)}${under}`,
    method: "done",
    conflicts: [],
  });
  const reference = handCode ?? BY_HAND;
  await addHandAttempt(tx, refund, reference);
  if (handCode) await tx.update(refunds).set({ handCode }).where(eq(refunds.id, refundId));
  await finishRefund(context, tx, money, { amount: refund.amount, reference });
  await auditRefund(tx, money, { by, action: "payment.refunded", code: reference });
}

/** @throws ShopError 409 money came under this code, or a refund went out under it */
async function demandUnused(tx: Tx, code: string): Promise<void> {
  const [used] = (
    await tx.execute(sql`
      select from ${transactions} where receipt = ${code}
      union all select from payments where typed_code = ${code}
      union all select from ${refundAttempts} where reference = ${code} and way = 'hand' limit 1`)
  ).rows;
  if (used) throw new ShopError(409, USED);
}

async function demandNoneUnderWay(tx: Tx, refund: Refund): Promise<void> {
  const { id, state } = refund;
  if (state === "asking" || state === "asked")
    throw new ShopError(
      409,
      "The provider is being asked whether an earlier refund went through. Wait for its answer, ten minutes at most.",
    );
  if (state === "sending" || state === "sent")
    throw new ShopError(409, "A refund by the provider is under way. Wait until it has succeeded or failed.");
  if (state !== "unknown") return;
  const latest = await latestAttempt(tx, id);
  const left = latest ? ANSWER_MAX * 60 - latest.age : 0;
  if (left > 0)
    throw new ShopError(
      409,
      `The answer to a refund was lost and may still come. Wait ${Math.ceil(left / 60)} minutes, or have the provider asked.`,
    );
}

async function auditRefund(
  tx: Tx,
  { refund }: ReturnedMoney,
  { by, action, code }: { by: Actor; action: string; code?: string },
): Promise<void> {
  await writeAudit(tx, by, {
    action,
    subjectKind: "refund",
    subjectId: refund.id,
    before: { state: refund.state },
    after: { money: refund.transactionId, ...(code ? { state: "done", code } : {}) },
  });
}
