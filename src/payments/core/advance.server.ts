import { and, eq, sql } from "drizzle-orm";
import { failPoint } from "../../platform/fail-point.server.ts";
import { takeCallbacks } from "../webhooks/take-callbacks.server.ts";
import { changeState } from "./change-state.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import type { Provider, Verdict } from "./provider.server.ts";
import { AGE, type Aged } from "./queries.server.ts";
import { postpone, settle } from "./settle.server.ts";
import { payments } from "./tables.server.ts";

/** A request that left a minute ago and was never answered: its process died. It may have arrived. */
const NOT_JUST_SENT = sql`(${payments.state} <> 'submitting' or ${payments.submittedAt} < now() - interval '60 seconds')`;

/** What one question may take before another process may ask too, and how often browsers may cause one. */
const LEASE = "45 seconds";
const ASK_EVERY = "12 seconds";

/**
 * The one door to a payment's outcome: takes in what callbacks said, asks the provider when it is time (`fresh`: now),
 * and settles. Callback, schedule, sweep and the browser's own call all come here, as often as they like, at once.
 * Gives whether somebody could be asked this time.
 */
export async function advance(context: PaymentContext, id: string, { fresh = false } = {}): Promise<boolean> {
  await takeCallbacks(context, id);
  const leased = await lease(context, id, fresh);
  const provider = leased && context.provider(leased.method);
  if (leased && !provider) await lookLater(context, id);
  if (!leased || !provider) return false;
  failPoint("leased");
  const verdict = await ask(context, provider, leased);
  return verdict.is !== "open" || verdict.in === undefined;
}

async function ask(context: PaymentContext, provider: Provider, leased: Aged): Promise<Verdict> {
  try {
    const began = performance.now();
    const verdict = await provider.check(leased);
    failPoint("asked");
    const older = { ...leased, age: leased.age + (performance.now() - began) / 1_000 };
    if (!(await postpone(context, older, verdict))) await settle(context, leased, verdict);
    return verdict;
  } catch (error) {
    // so that whoever tries again need not wait for the lease to end
    await context.db
      .update(payments)
      .set({ leaseUntil: null })
      .where(and(eq(payments.id, leased.id), sql`${payments.leaseUntil} is not null`))
      .catch(() => {});
    throw error;
  }
}

/** Its provider's settings are gone: nobody can be asked until they are back. */
async function lookLater({ db }: PaymentContext, id: string): Promise<void> {
  await db
    .update(payments)
    .set({ nextCheckAt: sql`now() + interval '1 hour'`, leaseUntil: null })
    .where(eq(payments.id, id));
}

async function lease({ db }: PaymentContext, id: string, fresh: boolean): Promise<Aged | undefined> {
  const isDue = and(
    eq(payments.id, id),
    NOT_JUST_SENT,
    sql`(${payments.leaseUntil} is null or ${payments.leaseUntil} < now())`,
    sql`(${payments.nextCheckAt} <= now()
      or ${fresh}::boolean and (${payments.askedAt} is null or ${payments.askedAt} < now() - ${ASK_EVERY}::interval))`,
  );
  const lease = {
    leaseUntil: sql`now() + ${LEASE}::interval`,
    askedAt: sql`now()`,
    checks: sql`${payments.checks} + 1`,
  };
  const [leased] = await changeState(db, "ask", isDue, lease, AGE);
  return leased && { ...leased, age: leased.beside };
}
