import { eq, sql } from "drizzle-orm";
import { compiled } from "../../../platform/database/compiled.server.ts";
import type { Db } from "../../../platform/database/db.server.ts";
import { hashSecret, newAddressSecret } from "../../../platform/id.server.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import type { Payment, ProviderResult } from "../../core/provider.server.ts";
import type { Daraja } from "../daraja.server.ts";
import { askAboutCode } from "../operator.server.ts";
import { type CodeResult, codeChecks } from "./tables.server.ts";
import { type Expected, isReceipt, isUnknown, verifyAnswer } from "./verify-code.ts";

export type CodeQueries = { daraja: Daraja; operator: { initiator: string; credential: string } };

/** Seconds after it was typed at which M-Pesa is asked about a code again, before an answer may end its order. */
export const ASKED_AT = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800];
/** How long (PostgreSQL interval) a late query's answer, which may end an order, is waited for; earlier ones are not. */
const ANSWER_TIMEOUT = "10 minutes";
/** Seconds until we ask again where M-Pesa did not answer, or refused for a passing reason. */
const ASK_AGAIN = 120;
/** Least time (PostgreSQL interval) between two queries whose answer may end an order. */
const LATE_APART = "30 minutes";

/**
 * What M-Pesa answered about a code. An answer is read when it comes and leads to no further query: each moment of the schedule
 * has one query. "Unknown" counts only when the query was sent late: two hours before the order's end, so that the shopper is
 * warned, and again at the end.
 */
export async function checkTypedCode(
  db: Db,
  ours: readonly string[],
  asking: CodeQueries,
  payment: Payment,
  expected: Expected,
): Promise<ProviderResult> {
  const { isLate, questions } = await questionsAbout(db, payment);
  // the answer to an earlier query may come after the next was sent
  for (const { result } of questions) {
    const checked = result && verifyAnswer(expected, result, ours);
    if (checked) return checked;
  }
  // its order has ended: money that still comes is reported to us without a query
  if (payment.state === "failed") return { type: "open" };
  const counted = isLate ? questions.filter(({ askedLate }) => askedLate) : questions;
  if (isLate && (!isReceipt(expected.code) || counted.some(({ result }) => result && isUnknown(result))))
    return { type: "unknown" };
  const waiting = counted.some(({ result, isFresh }) => result === null && isFresh);
  if (waiting || counted.some(({ isLatest }) => isLatest)) return { type: "open" };
  return (await askAboutPayment(db, asking, payment.id, expected.code))
    ? { type: "open" }
    : { type: "open", in: ASK_AGAIN };
}

type Question = {
  result: CodeResult | null;
  /** Sent at a time when its answer may warn of the order's end, or end it. */
  askedLate: boolean;
  isFresh: boolean;
  /** Acknowledged or answered, and sent since a query was last due. */
  isLatest: boolean;
};

async function questionsAbout(db: Db, payment: Payment): Promise<{ isLate: boolean; questions: Question[] }> {
  const { id: paymentId, createdAt } = payment;
  const values = { paymentId, typed: createdAt.toISOString(), ...lateFrom(payment) };
  const { rows } = await db.execute<Question & { isLate: boolean; isAsked: boolean }>(QUESTIONS(values));
  return { isLate: rows[0]?.isLate ?? false, questions: rows.filter(({ isAsked }) => isAsked) };
}

/** From when "unknown" counts, `wait` hours after `since`: first to warn the shopper, then to end the order. */
function lateFrom({ createdAt, warnedAt }: Payment): { since: string; wait: number } {
  const { hours, warnedBefore } = UNFOUND_CODES;
  return warnedAt
    ? { since: warnedAt.toISOString(), wait: warnedBefore }
    : { since: createdAt.toISOString(), wait: hours - warnedBefore };
}

const QUESTIONS = compiled<{ paymentId: string; typed: string; since: string; wait: number }>(
  ({ paymentId, typed, since, wait }) => {
    const late = sql`${since}::timestamptz + make_interval(hours => ${wait})`;
    // queries from before the code was typed again do not count, so that it is asked about again
    const typedAt = sql`${typed}::timestamptz`;
    return sql`
      select now() >= ${late} as "isLate", asked.secret_hash is not null as "isAsked", asked.result,
        asked.asked_at >= ${late} as "askedLate",
        -- a question that was not acknowledged has most likely not arrived
        asked.asked_at > now() - case when asked.conversation_id is null then interval '1 minute'
          when now() >= ${late} then ${ANSWER_TIMEOUT}::interval else interval '0' end as "isFresh",
        num_nonnulls(asked.conversation_id, asked.result) > 0 and asked.asked_at >= case when now() >= ${late}
          then now() - ${LATE_APART}::interval
          else (select coalesce(max(due), ${typedAt}) from (select ${typedAt} + make_interval(secs => step) as due
            from unnest(array[${sql.raw(ASKED_AT.join(", "))}]::int[]) as step) as moments where due <= now()) end as "isLatest"
      from (values (1)) as one left join ${codeChecks} asked on asked.payment_id = ${paymentId}`;
  },
);

/**
 * The query is stored before it is sent, so that its answer always finds it. Returns whether it was acknowledged, or refused
 * for good.
 */
export async function askAboutPayment(
  db: Db,
  { daraja, operator }: CodeQueries,
  paymentId: string,
  code: string,
): Promise<boolean> {
  const secret = newAddressSecret();
  const secretHash = hashSecret(secret);
  await db.insert(codeChecks).values({ secretHash, paymentId }).prepare("code_check").execute();
  const reply = await askAboutCode(daraja, operator, { code, secret });
  const mine = eq(codeChecks.secretHash, secretHash);
  // a refused query does not count as sent
  if (reply.type === "refused") await db.delete(codeChecks).where(mine);
  if (reply.type === "refused" && !reply.again)
    daraja.log.warn({ provider: "mpesa", reason: reply.reason }, "M-Pesa refused a question about a code");
  if (reply.type === "sent")
    await db
      .update(codeChecks)
      .set({ conversationId: reply.conversationId })
      .where(mine)
      .prepare("code_check_sent")
      .execute();
  return reply.type === "sent" || (reply.type === "refused" && !reply.again);
}
