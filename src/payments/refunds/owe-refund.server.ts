import { and, desc, eq, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { AMOUNT_MAX, type Method, ORDER_TEXTS, readCode } from "../../ordering/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Refund } from "../core/provider.server.ts";
import { refundSums } from "./refund-sums.server.ts";
import { wayOf } from "./refund-way.server.ts";
import { type ReturnedLine, refunds } from "./tables.server.ts";

/** What staff know better than the shop. */
export type Stated = {
  /** The code the money came under. */
  receipt?: string | undefined;
  /** How much it was, or goes back, in KES. */
  amount?: number | undefined;
  /** A refund whose answer was lost did not go through: counts where the provider, who is asked first, gives no answer. */
  firstDidNotGoThrough?: boolean | undefined;
};

/**
 * Money that is to go back, in KES. `came`: how much came in all, where that is known; `whole`: all of it as far as the shop
 * knows, what came or what was asked for.
 */
export type Owed = {
  paymentId?: string;
  discrepancyId?: string;
  orderId?: string | null;
  method: Method;
  amount: number;
  came: number | undefined;
  whole: number;
  reason: string;
  lines?: ReturnedLine[];
  by: Actor | undefined;
  key?: string | undefined;
};

/**
 * Writes a refund that is due from now on, under the lock on its payment or discrepancy. Those that failed before are given
 * up as far as it takes their place: where all together would be more than came.
 * @throws ShopError 409 `{current, by, at}` together with the others it is more than came
 */
export async function addRefund(context: PaymentContext, tx: Tx, owed: Owed): Promise<Refund> {
  const { paymentId = null, discrepancyId = null } = owed;
  const taken = paymentId === null ? undefined : await retakeEarlier(tx, paymentId, owed);
  const id = taken ?? newId();
  const row = rowOf(context, owed);
  if (taken) await tx.update(refunds).set(row).where(eq(refunds.id, id));
  else
    await tx
      .insert(refunds)
      .values({ id, paymentId, discrepancyId, number: await nextNumber(tx, paymentId), ...row });
  if (paymentId !== null) await demandRoom(tx, paymentId, id, owed);
  if (paymentId !== null) await giveUpReplaced(tx, paymentId, owed);
  if (row.way === "provider") await addJob(tx, "refund", id);
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) throw new Error("a refund was not written");
  return refund;
}

function rowOf(context: PaymentContext, owed: Owed) {
  const { amount, reason, orderId = null, lines = [], by, key = null } = owed;
  const way = wayOf(context, owed);
  return {
    amount,
    reason,
    orderId,
    lines,
    byId: by?.id ?? null,
    byName: by?.name ?? null,
    idempotencyKey: key,
    way,
    state: "due" as const,
    tries: 0,
    firstFailed: false,
    nextTryAt: way === "hand" ? null : sql`now()`,
  };
}

/**
 * A failed refund that bears its payment's id was written by an earlier release, and one that still runs would repeat it by
 * that id: it becomes the new one, so that there is nothing left to repeat.
 */
async function retakeEarlier(tx: Tx, paymentId: string, owed: Owed): Promise<string | undefined> {
  const [failed] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, paymentId), eq(refunds.state, "failed")))
    .for("update");
  if (failed && !failed.givenUpAt) await auditReplaced(tx, paymentId, failed, owed);
  return failed?.id;
}

async function nextNumber(tx: Tx, paymentId: string | null): Promise<number> {
  if (paymentId === null) return 1;
  const [last] = await tx
    .select({ number: refunds.number })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(desc(refunds.number))
    .limit(1);
  return (last?.number ?? 0) + 1;
}

/** @throws ShopError 409 what is back, on its way and asked for now is more than came */
export async function demandRoom(
  tx: Tx,
  paymentId: string,
  id: string,
  { amount, came }: Pick<Owed, "amount" | "came">,
): Promise<void> {
  const { claimed: others } = await refundSums(tx, paymentId, id);
  if (others + amount <= (came ?? amount)) return;
  const [other] = await tx
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, paymentId), sql`${refunds.id} <> ${id} and ${refunds.state} <> 'failed'`),
    )
    .orderBy(desc(refunds.number))
    .limit(1);
  if (!other) throw new ShopError(409, `No more than ${formatPrice(came ?? amount)} came.`);
  const left = Math.max(0, (came ?? others) - others);
  const said = left > 0 ? `No more than ${formatPrice(left)} is left` : "Nothing is left to give back";
  throw new ShopError(409, `${said}: ${formatPrice(others)} went back or is on its way.`, {
    current: other.state,
    by: other.byName ?? "the shop",
    at: other.createdAt.getTime(),
  });
}

/** The latest are given up first; what is still owed beside the new one stays with the owner. */
async function giveUpReplaced(tx: Tx, paymentId: string, owed: Owed): Promise<void> {
  const failed = await tx
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, paymentId), eq(refunds.state, "failed"), sql`${refunds.givenUpAt} is null`),
    )
    .orderBy(desc(refunds.number));
  const { claimed } = await refundSums(tx, paymentId);
  let wanted = failed.reduce((sum, { amount }) => sum + amount, claimed);
  for (const refund of failed) {
    if (wanted <= (owed.came ?? owed.amount)) return;
    wanted -= refund.amount;
    await tx.update(refunds).set({ givenUpAt: sql`now()` }).where(eq(refunds.id, refund.id));
    await auditReplaced(tx, paymentId, refund, owed);
  }
}

async function auditReplaced(
  tx: Tx,
  paymentId: string,
  { id, amount }: Pick<Refund, "id" | "amount">,
  { reason, by }: Owed,
): Promise<void> {
  if (!by) return;
  await writeAudit(tx, by, {
    action: "payment.close",
    subjectKind: "payment",
    subjectId: paymentId,
    before: { refund: id, state: "failed", amount: formatPrice(amount) },
    after: { refund: id, state: "given up" },
    reason,
  });
}

/**
 * Sends a refund once more that failed; of one whose answer was lost the provider is asked first. False: it is neither.
 * @throws ShopError 409 the provider must be asked, cannot be, and nobody gives his word; more than came
 */
export async function repeatRefund(
  context: PaymentContext,
  tx: Tx,
  refund: Refund,
  owed: Owed & { stated: Stated },
): Promise<boolean> {
  if (refund.state !== "failed" && refund.state !== "unknown") return false;
  const asks = isAskable(context, owed.method, refund, owed.stated);
  // it goes the way it went, where that is set up elsewhere
  const way = asks ? refund.way : wayOf(context, { ...owed, by: undefined });
  await tx
    .update(refunds)
    .set({
      state: asks ? "asking" : "due",
      way,
      tries: 0,
      firstFailed: owed.stated.firstDidNotGoThrough === true,
      givenUpAt: null,
      nextTryAt: way === "hand" ? null : sql`now()`,
      amount: owed.amount,
    })
    .where(eq(refunds.id, refund.id));
  if (refund.paymentId !== null) await demandRoom(tx, refund.paymentId, refund.id, owed);
  if (refund.paymentId !== null) await giveUpReplaced(tx, refund.paymentId, owed);
  if (way === "provider") await addJob(tx, "refund", refund.id);
  return true;
}

/** Whether the provider is asked first. @throws ShopError 409 it must be, cannot be, and nobody gives his word. */
function isAskable(context: PaymentContext, method: Method, { state }: Refund, stated: Stated): boolean {
  if (state !== "unknown") return false;
  if (context.provider(method)?.wasRefunded) return true;
  if (stated.firstDidNotGoThrough) return false;
  throw new ShopError(
    409,
    "The answer to the first refund was lost, and nobody can be asked here. If you have seen that the money did not go back, repeat this with --first-did-not-go-through.",
  );
}

/** @throws ShopError 400 no whole shillings; 409 more than came */
export function readSum(amount: number, most: number | undefined): number {
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX)
    throw fieldFault("amount", "The amount must be whole shillings, at least 1.");
  if (most !== undefined && amount > most)
    throw new ShopError(409, `No more than ${formatPrice(most)} came.`);
  return amount;
}

/**
 * A code as staff typed it in `field`; a card's transaction is named by digits.
 * @throws ShopError 400 `fields` when it is neither
 */
export function readReceipt(
  method: Method,
  typed: string | undefined,
  field = "receipt",
): string | undefined {
  if (typed === undefined) return undefined;
  const transactionId = method === "flutterwave" ? /^\d{1,20}$/.exec(typed.trim())?.[0] : undefined;
  const receipt = transactionId ?? readCode(typed);
  if (receipt === undefined) throw fieldFault(field, ORDER_TEXTS.codeMalformed);
  return receipt;
}
