import { and, eq, sql } from "drizzle-orm";
import { extendHold } from "../../ordering/holds.server.ts";
import { pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { addException, flagUnallocated, transactionOf } from "../transactions/queries.server.ts";
import { recordMoney } from "../transactions/record-money.server.ts";
import { type MoneyProvider, ODD_SUM, PROVIDER_OF } from "../transactions/rules.ts";
import { changeState } from "./change-state.server.ts";
import { completePayment } from "./complete-payment.server.ts";
import { notifyOwnerOfPayment } from "./owner-notices.server.ts";
import type { Payment, PaymentContext, Provider, ProviderResult, SeenMoney } from "./provider.server.ts";
import { lockPayment, noteMismatch } from "./queries.server.ts";
import { releaseUnasked } from "./release-goods.server.ts";
import { nextState, type State } from "./state.ts";
import { payments } from "./tables.server.ts";
import { countUnlisted } from "./unlisted-code.server.ts";

/** Seconds after the start at which a failure that may still turn into money is asked about again. */
const WATCHED = [600, 3_600, 86_400];

/**
 * Handles the most common result in one statement: the provider has not decided, so the next check is scheduled. Returns false
 * where it has decided, where no more checks follow, or where another process changed the payment; then call `applyResult`.
 */
export async function reschedule(
  context: PaymentContext,
  leased: Payment,
  result: ProviderResult,
): Promise<boolean> {
  const provider = context.provider(leased.method);
  if (!provider || result.type !== "open" || STATES_WITHOUT_HOLD.includes(leased.state)) return false;
  const { next } = wait(provider, leased, result);
  if (next === undefined) return false;
  const { db } = context;
  // where a callback reported success, the hold lasts until the provider can be asked
  const kept = db.$with("kept", {}).as(extendHold(leased.orderId, next + MARGIN));
  const { rowCount } = await (isHeard(leased) ? db.with(kept) : db)
    .update(payments)
    .set({
      ...countUnlisted(provider, result.code),
      nextCheckAt: sql`now() + make_interval(secs => ${next})`,
      leaseUntil: null,
    })
    .where(
      and(
        eq(payments.id, leased.id),
        eq(payments.state, leased.state),
        sql`date_trunc('milliseconds', ${payments.leaseUntil}) = ${leased.leaseUntil}`,
      ),
    )
    .prepare("payment_reschedule")
    .execute();
  if (rowCount !== 1) return false;
  failPoint("settled");
  return true;
}

/** Seconds that a hold lasts beyond the next check. */
const MARGIN = 120;

/** Whether a callback, or a card's webhook, reported that it is paid. */
function isHeard({ callback }: Payment): boolean {
  return callback?.code === "0";
}

/**
 * Applies the provider's result. What is paid never becomes unpaid. `leased` is the payment as it was when the provider was
 * asked; where another process has taken over meanwhile, only a paid result counts.
 */
export async function applyResult(
  context: PaymentContext,
  leased: Payment,
  result: ProviderResult,
): Promise<void> {
  if (result.type === "paid") {
    await completePayment(context, leased.id, result);
    return;
  }
  await transaction(context.db, async (tx) => {
    const payment = await lockPayment(tx, leased.id);
    const provider = context.provider(leased.method);
    if (!payment || !provider) return;
    if (!isSettled(payment.state)) {
      // another process has asked meanwhile
      if (payment.leaseUntil?.getTime() !== leased.leaseUntil?.getTime()) return;
      if (result.type === "unknown") return provider.endUnknown?.(tx, payment, context.links);
      const isTold = result.type === "held" && (await isListed(tx, payment, result));
      const transition = decide(provider, payment, result);
      // the owner is already notified of this money, so the attempt itself causes no second notice
      return applyTransition(tx, payment, isTold ? { ...transition, tell: false } : transition);
    }
    await recordContradiction(tx, provider, payment, result);
  });
  failPoint("settled");
}

/**
 * For a payment whose provider is not configured any more: checks each hour whether the settings are back, and after the end of
 * every schedule leaves the decision to staff. An earlier "no" stands, as nobody can be asked about it again.
 */
export async function applyNoProvider(context: PaymentContext, leased: Payment): Promise<void> {
  await transaction(context.db, async (tx) => {
    const payment = await lockPayment(tx, leased.id);
    if (!payment || isSettled(payment.state)) return;
    const isLate = payment.ageSeconds > NO_PROVIDER;
    const end: Transition = payment.state === "failed" ? {} : { event: "review", tell: true };
    await applyTransition(tx, payment, isLate ? end : { next: 3_600, keeps: isHeard(payment) });
  });
}

/** Whether the owner is already notified of this money: as a transaction, or, where it has cents, when it was reported. */
async function isListed(tx: Tx, payment: Payment, { reason, money }: Held): Promise<boolean> {
  return (await recordSeen(tx, payment, reason, money)) || reason === ODD_SUM;
}

type Held = Extract<ProviderResult, { type: "held" }>;

/** A paid or rejected payment does not change any more; a result that contradicts it is recorded. */
async function recordContradiction(
  tx: Tx,
  provider: Provider,
  payment: Payment,
  result: ProviderResult,
): Promise<void> {
  if (result.type === "failed" && payment.state === "paid")
    await reportFailure(tx, provider, payment, { by: "the provider", ...result });
  if (result.type !== "held") return;
  const reason = `more money was seen: ${result.reason}`;
  await noteMismatch(tx, payment.id, reason);
  await recordSeen(tx, payment, reason, result.money);
}

/** A failure after a success: the owner looks at one of a prompt, once for each code. A card's may be another try. */
export async function reportFailure(
  tx: Tx,
  provider: Provider | undefined,
  payment: Payment,
  { by, code }: { by: string; code: string },
): Promise<void> {
  const text = `${by} says ${code} ${payment.state === "paid" ? "of a payment that is paid" : "after one that said 0"}`;
  await noteMismatch(tx, payment.id, text);
  if (!provider?.isFinalNo?.(code)) return;
  const money = await transactionOf(tx, payment);
  const key = `failure:${payment.id}:${code}`;
  await addException(tx, { key, kind: "contradiction", text, provider: "mpesa" }, { money, payment });
}

/**
 * Records money that was seen and does not fit its attempt: as a transaction, or as an exception where its sum is not in whole
 * shillings. Returns true where it is now listed for the owner, who gets one notice of it.
 */
export async function recordSeen(
  tx: Tx,
  payment: Payment,
  reason: string,
  seen: SeenMoney | undefined,
): Promise<boolean> {
  if (!seen) return false;
  const { amount, ...named } = seen;
  const provider = PROVIDER_OF[payment.method];
  if (amount === undefined || amount < 1) {
    await recordUnknownSum(tx, payment, reason, { ...named, provider });
    return true;
  }
  const { transaction: money } = await recordMoney(tx, { ...named, provider, amount }, payment);
  const isOwn = money.paymentId === payment.id && money.id !== payment.transactionId;
  if (!isOwn || money.unallocated === 0 || money.closedAt) return false;
  await flagUnallocated(tx, money, reason, payment);
  return true;
}

async function recordUnknownSum(
  tx: Tx,
  payment: Payment,
  reason: string,
  { provider, receipt }: Pick<SeenMoney, "receipt"> & { provider: MoneyProvider },
): Promise<void> {
  await addException(
    tx,
    {
      key: `sum:${receipt ?? `${payment.id}:${reason}`}`,
      kind: "message",
      text: `money of an unknown sum: ${reason}`,
      provider,
      receipt,
    },
    { payment },
  );
}

/** The event that a result means for a payment, and in how many seconds it is checked again, if at all. */
type Transition = {
  /** None: it stays as it is. */
  event?: "fail" | "hold" | "expire" | "review";
  code?: string;
  reason?: string;
  next?: number | undefined;
  tell?: boolean;
  /** Whether the hold is extended to the next check. */
  keeps?: boolean;
};

async function applyTransition(tx: Tx, payment: Payment, transition: Transition): Promise<void> {
  const { event, code, reason, next, tell, keeps } = transition;
  const letsGo = STATES_WITHOUT_HOLD.includes(
    event ? (nextState(payment.state, event) ?? payment.state) : payment.state,
  );
  const columns = {
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    ...(letsGo ? { active: false } : {}),
    nextCheckAt: next === undefined ? null : sql`now() + make_interval(secs => ${next})`,
    leaseUntil: null,
  };
  const which = eq(payments.id, payment.id);
  await pipelined([
    () => (event ? changeState(tx, event, which, columns) : tx.update(payments).set(columns).where(which)),
    () => next !== undefined && keeps && tx.execute(extendHold(payment.orderId, next + MARGIN)),
  ]);
  if (letsGo) await releaseUnasked(tx, payment);
  // notified once per reason, however often it is found again
  if (tell) await notifyOwnerOfPayment(tx, payment, reason ?? "nobody could say whether it was paid");
}

/** In these states a payment holds no goods and blocks no other payment. */
const STATES_WITHOUT_HOLD: State[] = ["failed", "expired_unknown", "needs_review"];

function isSettled(state: State): boolean {
  return state === "paid" || state === "rejected";
}

function decide(
  provider: Provider,
  payment: Payment,
  result: Exclude<ProviderResult, { type: "paid" | "unknown" }>,
): Transition {
  if (result.type === "failed") {
    // money was seen: one "no" does not undo that
    if (payment.state === "paid_held")
      return { next: secondsToNext(provider.schedule, payment), keeps: isHeard(payment) };
    const next = result.watch ? secondsToNext(watched(provider), payment) : undefined;
    return { event: "fail", code: result.code, next };
  }
  if (result.type === "open") return wait(provider, payment, result);
  const isLast = result.final || isOver(provider.schedule, payment);
  const next = isLast ? undefined : (result.in ?? secondsToNext(provider.schedule, payment));
  const event = result.final || next !== undefined ? "hold" : "review";
  const tell = result.tell === true || next === undefined;
  return { event, reason: result.reason, next, tell, keeps: result.waits === true || isHeard(payment) };
}

/** A card page that failed may have been paid in a second tab, so its whole schedule is kept. */
function watched(provider: Provider): readonly number[] {
  return provider.method === "mpesa" ? WATCHED : provider.schedule;
}

/** Seconds after the end of a schedule during which an answer of an unreachable provider is still awaited. */
const GRACE = 3_600;

/** Whether the schedule and its grace are over. */
function isOver(schedule: readonly number[], { ageSeconds }: Payment): boolean {
  return ageSeconds > (schedule.at(-1) ?? 0) + GRACE;
}

/** Seconds after which a payment whose provider is not configured any more is given to staff. */
const NO_PROVIDER = 25 * 3_600;

type Open = Extract<ProviderResult, { type: "open" }>;

/** No answer: checked again by the schedule; after its end the payment expires or is reviewed. */
function wait(provider: Provider, payment: Payment, { in: inSeconds, notAsked }: Open): Transition {
  // no check was scheduled any more: a browser or staff asked for this one
  if (payment.nextCheckAt === null) return {};
  const schedule = payment.state === "failed" ? watched(provider) : provider.schedule;
  // after an outage of a day many payments are this old: each must really be asked about before it may end
  const isLast = !notAsked && isOver(schedule, payment);
  const next = isLast ? undefined : (inSeconds ?? secondsToNext(schedule, payment));
  if (next !== undefined) return { next };
  // an earlier "no" stands where the provider, asked once more, did not revoke it
  if (payment.state === "failed" && inSeconds === undefined) return {};
  return { event: payment.state === "pending" ? eventAtEnd(payment) : "review", tell: true };
}

/** At the end of the schedule staff review a typed code, or a push that had a callback; any other push expires. */
function eventAtEnd({ method, callback }: Payment): "expire" | "review" {
  return method === "cod" || callback !== null ? "review" : "expire";
}

/** Seconds from now to the next time of the schedule, counted from the start; up to 5 % later, to spread the payments. */
function secondsToNext(schedule: readonly number[], payment: Payment): number | undefined {
  const next = schedule.find((seconds) => seconds > payment.ageSeconds + 1);
  return next === undefined ? undefined : (next - payment.ageSeconds) * (1 + Math.random() * 0.05);
}
