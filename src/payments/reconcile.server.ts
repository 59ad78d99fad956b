import { and, eq, inArray, sql } from "drizzle-orm";
import { orders } from "../ordering/tables.server.ts";
import { isDatabaseAway } from "../platform/database/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { findPastPushes } from "./core/active-payments.server.ts";
import { applyNoProvider, applyResult, reschedule } from "./core/apply-result.server.ts";
import { changeState } from "./core/change-state.server.ts";
import type { Payment, PaymentContext, Provider, ProviderResult } from "./core/provider.server.ts";
import { AGE_SECONDS, PAYMENT } from "./core/queries.server.ts";
import { statesTaking } from "./core/state.ts";
import { payments } from "./core/tables.server.ts";
import { processCallbacks } from "./webhooks/process-callbacks.server.ts";

/** Not a request that is just being sent. After a minute without an answer its process has died, and it may have arrived. */
const NOT_JUST_SENT = sql`(${payments.state} <> 'submitting' or ${payments.submittedAt} < now() - interval '60 seconds')`;

/** A check is due, and may be taken. */
export const IS_DUE = sql`(${payments.nextCheckAt} <= now() and ${NOT_JUST_SENT}
  and (${payments.leaseUntil} is null or ${payments.leaseUntil} < now())
  and ${inArray(payments.state, statesTaking("ask"))})`;

/** How long one check may take before another process may start one, and how often browsers may cause a check. */
const LEASE = "45 seconds";
const ASK_EVERY = "12 seconds";

/**
 * Brings a payment in line with its provider: processes its callbacks, asks the provider when a check is due (`fresh`: now),
 * and applies the result. Callbacks, schedule, sweep and the browser's own call all use it; concurrent calls are safe.
 * Returns whether the provider answered: false where it was not asked, was away, or is to be asked again soon.
 */
export async function reconcile(
  context: PaymentContext,
  id: string,
  { fresh = false } = {},
): Promise<boolean> {
  await processCallbacks(context, id);
  const leased = await lease(context, id, fresh);
  const provider = leased && context.provider(leased.method);
  if (leased && !provider) await applyNoProvider(context, leased);
  if (!leased || !provider) return false;
  failPoint("leased");
  const result = await checkOnce(context, provider, leased);
  return result.type !== "open" || result.in === undefined;
}

async function checkOnce(
  context: PaymentContext,
  provider: Provider,
  leased: Payment,
): Promise<ProviderResult> {
  try {
    const began = performance.now();
    const result = await provider.check(leased);
    failPoint("asked");
    const older: Payment = {
      ...leased,
      ageSeconds: leased.ageSeconds + (performance.now() - began) / 1_000,
    };
    if (!(await reschedule(context, older, result))) await applyResult(context, leased, result);
    return result;
  } catch (error) {
    // so that a retry need not wait for the lease to end
    await context.db
      .update(payments)
      .set({ leaseUntil: null })
      .where(and(eq(payments.id, leased.id), sql`${payments.leaseUntil} is not null`))
      .catch(() => {});
    throw error;
  }
}

/** Most checks change no state, so the lease is a bare UPDATE, which costs half of what `changeState` does. */
async function lease({ db }: PaymentContext, id: string, fresh: boolean): Promise<Payment | undefined> {
  const isDue = and(
    eq(payments.id, id),
    NOT_JUST_SENT,
    sql`(${payments.leaseUntil} is null or ${payments.leaseUntil} < now())`,
    sql`(${payments.nextCheckAt} <= now()
      or ${fresh}::boolean and (${payments.askedAt} is null or ${payments.askedAt} < now() - ${ASK_EVERY}::interval))`,
  );
  const [leased] = await db
    .update(payments)
    .set({
      leaseUntil: sql`now() + ${LEASE}::interval`,
      askedAt: sql`now()`,
      checks: sql`${payments.checks} + 1`,
    })
    .from(orders)
    .where(and(isDue, eq(orders.id, payments.orderId), inArray(payments.state, statesTaking("ask"))))
    .returning(PAYMENT)
    .prepare("payment_lease")
    .execute();
  // the event `ask` leaves every other state as it is, so no history is written
  if (leased?.state !== "submitting") return leased;
  const [lost] = await changeState(db, "ask", eq(payments.id, id), {}, { beside: AGE_SECONDS });
  return lost && { ...leased, ...lost, ageSeconds: lost.beside };
}

/**
 * Asks M-Pesa once more about unanswered pushes that have blocked others for long enough, before more money is asked for: one
 * that was paid meanwhile then has its order. Even where M-Pesa does not answer, they block nobody any more.
 */
export async function checkPastPushes(
  context: PaymentContext,
  userId: string,
  phone?: string,
): Promise<void> {
  for (const id of await findPastPushes(context.db, userId, phone)) {
    try {
      await reconcile(context, id, { fresh: true });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      context.log.error({ err: error, what: id }, "an earlier push could not be asked about");
    }
  }
}
