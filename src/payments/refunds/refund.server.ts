import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type Db, retryWrite, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import type { PaymentContext, Provider, Refund, RefundAnswer, RefundStep } from "../core/provider.server.ts";
import {
  findReturned,
  lockReturned,
  type ReturnedMoney,
  refunderOf,
  wayOf,
} from "../transactions/returned-money.server.ts";
import { refundAttempts, refunds } from "../transactions/tables.server.ts";
import { finishRefund } from "./apply-refund.server.ts";
import {
  addAttempt,
  endFailed,
  giveToOwner,
  latestAttempt,
  recordResult,
  sendAgain,
  settleAttempt,
} from "./refund-attempts.server.ts";

/** Seconds the provider has to say whether an earlier attempt went through. */
const ANSWER_SECONDS = 600;

/**
 * Moves a refund on: sends a due one, once; checks a sent one; before a repetition asks how the last attempt went. A request that
 * was cut off is never repeated automatically, as the money may be on its way: staff look (docs/payments.md, "Refunds").
 */
export async function reconcileRefund(context: PaymentContext, id: string): Promise<void> {
  const money = await findReturned(context.db, id);
  if (!money || money.refund.way === "hand") return;
  const { refund } = money;
  // undefined where its settings are gone: then staff must look at what was begun
  const provider = refunderOf(context, money.transaction.provider);
  if (refund.state === "due" && !provider?.refund) await leaveToStaff(context, id);
  else if (refund.state === "due" && provider) await send(context, provider, money);
  else if (refund.state === "asking") await ask(context, provider, money);
  else if (!refund.isDue) return;
  else if (refund.state === "asked") await giveUpAsking(context, refund);
  else if (refund.state === "sending")
    await settleLatest(context, refund, { type: "unknown", reason: "the shop stopped while sending it" });
  else if (refund.state === "sent" && provider)
    await settleLatest(context, refund, (await provider.checkRefund?.(refund.reference)) ?? SILENT);
}

/** Where the provider cannot be asked: the result should have come by callback, so staff must look. */
const SILENT: RefundStep = { type: "unknown", reason: "nobody said how it went" };

/** Refunds are not set up: it is tried again a day later, and listed until then (needs-decision.server.ts, IS_LEFT_TO_STAFF). */
async function leaveToStaff({ db }: PaymentContext, id: string): Promise<void> {
  await db
    .update(refunds)
    .set({ nextTryAt: sql`now() + interval '1 day'` })
    .where(and(eq(refunds.id, id), eq(refunds.state, "due")));
}

async function send(
  context: PaymentContext,
  provider: Provider,
  { refund, transaction: { receipt } }: ReturnedMoney,
): Promise<void> {
  const attempt = await begin(context, refund.id, "provider");
  if (!attempt || !provider.refund) return;
  failPoint("refunding");
  const step = await provider.refund({ receipt, amount: attempt.amount }, attempt.secret);
  failPoint("returned");
  await retryWrite(() => settleAttempt(context, attempt.id, step));
  failPoint("refunded");
}

/**
 * Begins to send or to ask: locks the refund's money, so that only one process does so, and records the attempt before anything
 * is sent.
 */
async function begin(context: PaymentContext, id: string, way: "provider" | "question") {
  const asks = way === "question";
  return transaction(context.db, async (tx) => {
    const money = await lockReturned(tx, id);
    if (!money || !(asks || (await canLeave(context, tx, money)))) return undefined;
    const [refund] = await tx
      .update(refunds)
      .set({
        state: asks ? "asked" : "sending",
        ...(asks ? {} : { tries: sql`${refunds.tries} + 1` }),
        nextTryAt: sql`now() + make_interval(secs => ${asks ? ANSWER_SECONDS : 120})`,
      })
      .where(
        and(
          eq(refunds.id, id),
          eq(refunds.state, asks ? "asking" : "due"),
          eq(refunds.way, "provider"),
          sql`${refunds.nextTryAt} <= now()`,
        ),
      )
      .returning();
    return refund && { ...(await addAttempt(tx, refund, way)), amount: refund.amount };
  });
}

/** Whether its provider can still send it. A part that the provider, as set up now, cannot send is left to a person. */
async function canLeave(
  context: PaymentContext,
  tx: Tx,
  { refund, transaction }: ReturnedMoney,
): Promise<boolean> {
  const { id, amount } = refund;
  if (wayOf(context, transaction, { amount, byStaff: false }) === "provider") return true;
  await tx.update(refunds).set({ way: "hand", nextTryAt: null }).where(eq(refunds.id, id));
  return false;
}

async function settleLatest(context: PaymentContext, { id }: Refund, step: RefundStep): Promise<void> {
  const latest = await transaction(context.db, (tx) => latestAttempt(tx, id));
  if (latest) await settleAttempt(context, latest.id, step);
}

/** Before a repetition, asks the provider whether the last attempt went through. */
async function ask(
  context: PaymentContext,
  provider: Provider | undefined,
  { refund, transaction: { receipt } }: ReturnedMoney,
): Promise<void> {
  const question = await begin(context, refund.id, "question");
  if (!question) return;
  failPoint("refunding");
  const latest = await transaction(context.db, (tx) => latestAttempt(tx, refund.id));
  const about = {
    receipt,
    amount: latest?.amount ?? refund.amount,
    since: latest?.startedAt ?? refund.createdAt,
    age: latest?.age ?? 0,
    others: await referencesBeside(context.db, refund),
  };
  const answer: RefundAnswer = (await provider?.wasRefunded?.(about, question.secret)) ?? NOBODY;
  failPoint("returned");
  if (answer.type !== "asked") return retryWrite(() => settleQuestion(context, question.id, answer));
  await transaction(context.db, async (tx) => {
    await recordResult(tx, question.id, answer);
    await tx
      .update(refundAttempts)
      .set({ state: "sent", reference: answer.reference })
      .where(and(eq(refundAttempts.id, question.id), eq(refundAttempts.state, "sending")));
    await addJob(tx, "refund", refund.id, ANSWER_SECONDS);
  });
}

/** The provider's ids for the other refunds of the same money. */
async function referencesBeside(db: Db | Tx, { id, transactionId }: Refund): Promise<string[]> {
  const others = await db
    .select({ reference: refundAttempts.reference })
    .from(refundAttempts)
    .innerJoin(refunds, eq(refunds.id, refundAttempts.refundId))
    .where(
      and(
        eq(refunds.transactionId, transactionId),
        ne(refunds.id, id),
        sql`${refundAttempts.reference} is not null`,
      ),
    );
  return others.flatMap(({ reference }) => reference ?? []);
}

const NOBODY: RefundAnswer = { type: "silent", reason: "nobody can be asked" };

async function giveUpAsking(context: PaymentContext, refund: Refund): Promise<void> {
  const [question] = await context.db
    .select({ id: refundAttempts.id })
    .from(refundAttempts)
    .where(
      and(
        eq(refundAttempts.refundId, refund.id),
        eq(refundAttempts.way, "question"),
        inArray(refundAttempts.state, ["sending", "sent"]),
      ),
    )
    .orderBy(sql`${refundAttempts.startedAt} desc`)
    .limit(1);
  if (question)
    await settleQuestion(context, question.id, { type: "silent", reason: "no answer within ten minutes" });
}

/** Applies the answer about the last attempt: it went through, or another one is sent, or the owner must decide. */
export async function settleQuestion(
  context: PaymentContext,
  questionId: string,
  answer: Answered,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const [known] = await tx.select().from(refundAttempts).where(eq(refundAttempts.id, questionId));
    const money = known && (await lockReturned(tx, known.refundId));
    const [question] = await tx
      .select()
      .from(refundAttempts)
      .where(eq(refundAttempts.id, questionId))
      .for("update");
    if (!money || !question) return;
    await recordResult(tx, questionId, answer);
    const said = (await namesAnother(tx, money.refund, answer)) ? ANOTHERS : answer;
    const isOver = question.state === "done" || question.state === "failed";
    await tx
      .update(refundAttempts)
      .set({ state: said.type === "silent" ? "failed" : "done" })
      .where(eq(refundAttempts.id, questionId));
    if (!isOver && money.refund.state === "asked")
      await followAnswer(context, tx, money, { questionId, answer, said });
  });
}

type Answered = Exclude<RefundAnswer, { type: "asked" }>;

/** `said`: the answer, or the one that it counts as. */
async function followAnswer(
  context: PaymentContext,
  tx: Tx,
  money: ReturnedMoney,
  { questionId, answer, said }: { questionId: string; answer: Answered; said: Answered },
): Promise<void> {
  const { refund } = money;
  if (said.type === "went through") return applyEarlierRefund(context, tx, money, said.step);
  // an answer to an earlier question says nothing about an attempt that was sent since
  if ((await latestAttempt(tx, refund.id, "question"))?.id !== questionId) return;
  // where the provider named another refund it did answer, so that the owner's word does not count
  const isWordTaken = said === answer && refund.firstFailed && !refund.asksOnly;
  if (said.type === "did not" && refund.asksOnly) return endFailed(tx, money);
  if (said.type === "did not" || isWordTaken) return sendAgain(tx, refund);
  await tx
    .update(refunds)
    .set({ state: "unknown", result: said.reason, nextTryAt: null })
    .where(eq(refunds.id, refund.id));
  await giveToOwner(tx, money, "nobody could say whether its refund went through");
}

const ANOTHERS: RefundAnswer & { type: "silent" } = {
  type: "silent",
  reason: "what the provider names is another refund",
};

/** Whether the answer is about another refund of the same money: of two asked about at the same time it counts for the first only. */
async function namesAnother(tx: Tx, refund: Refund, answer: RefundAnswer): Promise<boolean> {
  if (answer.type !== "went through" || !answer.step.reference) return false;
  return (await referencesBeside(tx, refund)).includes(answer.step.reference);
}

/** The last attempt went through after all: nothing is sent again. */
async function applyEarlierRefund(
  context: PaymentContext,
  tx: Tx,
  money: ReturnedMoney,
  step: RefundStep & { type: "done" | "sent" },
): Promise<void> {
  const latest = await latestAttempt(tx, money.refund.id);
  if (latest)
    await tx
      .update(refundAttempts)
      // its reference distinguishes it from the other refunds of this money
      .set({ state: step.type, ...(step.reference ? { reference: step.reference } : {}) })
      .where(eq(refundAttempts.id, latest.id));
  if (step.type === "done") {
    const amount = latest?.amount ?? money.refund.amount;
    return finishRefund(context, tx, money, { amount, reference: step.reference ?? null });
  }
  await tx
    .update(refunds)
    .set({ state: "sent", reference: step.reference, firstFailed: false, nextTryAt: sql`now()` })
    .where(eq(refunds.id, money.refund.id));
  await addJob(tx, "refund", money.refund.id);
}
