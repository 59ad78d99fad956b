import { eq, sql } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db.server.ts";
import { hashSecret, newAddressSecret } from "../../platform/id.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { type Daraja, openDaraja } from "../mpesa/daraja.server.ts";
import { ourNumbers, readMerchant } from "../mpesa/merchant.server.ts";
import { askAboutCode, askAboutReversal, reverse } from "../mpesa/operator.server.ts";
import type { Payment, Provider, Verdict } from "../provider.server.ts";
import { codeChecks, tillPayments } from "../tables.server.ts";
import { DECIDED, type Expected, judgeAnswer, judgeMoney } from "./judge-code.ts";

/**
 * M-Pesa by hand at the till: the shopper types the code of a payment, and we look whether it came. It proves nothing by
 * itself; what cannot be looked up waits for staff.
 */
export function tillProvider({ db, config, log }: { db: Db; config: Config; log: Log }): Provider {
  const merchant = readMerchant(config);
  const operator = merchant?.operator;
  const asking = merchant && operator ? { daraja: openDaraja({ db, merchant, log }), operator } : undefined;
  const ours = ourNumbers(config);
  return {
    method: "cod",
    schedule: [30, 120, 600, 1800, 3600, 10800, 21600, 43200, 86400, 172800],
    holdFor: 0,
    check: (payment) => check(db, ours, asking, payment),
    ...(asking && {
      refund: ({ receipt, amount }, secret) =>
        reverse(asking.daraja, asking.operator, { receipt, amount, secret }),
      askRefund: ({ receipt }, secret) =>
        askAboutReversal(asking.daraja, asking.operator, { receipt, secret }),
    }),
  };
}

/** M-Pesa can be asked what it knows of a typed code; else only the owner can look. */
export function canAskAboutCodes(config: Config): boolean {
  return readMerchant(config)?.operator !== undefined;
}

type Asking = { daraja: Daraja; operator: { initiator: string; credential: string } };

/** How often M-Pesa is asked about one code, and for how long (PostgreSQL interval) an answer is waited for. */
const ASK_MAX = 5;
const PATIENCE = "10 minutes";
/** Seconds until it is asked again where M-Pesa did not answer, or refused because of the moment. */
const ASK_AGAIN = 120;

async function check(
  db: Db,
  ours: readonly string[],
  asking: Asking | undefined,
  payment: Payment,
): Promise<Verdict> {
  const { amount, createdAt } = payment;
  const expected = { code: payment.reference.replace(/^till:/, ""), amount, createdAt };
  const [told] = await db.select().from(tillPayments).where(eq(tillPayments.code, expected.code));
  if (told) {
    const money = { amount: told.amount, to: told.shortcode, paidAt: told.paidAt ?? undefined };
    if (told.decidedAt) return { is: "held", why: DECIDED, final: true };
    return judgeMoney(expected, money, ours);
  }
  return asking ? ask(db, ours, asking, payment.id, expected) : { is: "open" };
}

async function ask(
  db: Db,
  ours: readonly string[],
  asking: Asking,
  paymentId: string,
  expected: Expected,
): Promise<Verdict> {
  const asked = await db
    .select({
      result: codeChecks.result,
      // a question nobody acknowledged has most likely not arrived
      isFresh: sql<boolean>`${codeChecks.askedAt} > now() - case when ${codeChecks.conversationId} is null then interval '1 minute' else ${PATIENCE}::interval end`,
      isHeard: sql<boolean>`num_nonnulls(${codeChecks.conversationId}, ${codeChecks.result}) > 0`,
    })
    .from(codeChecks)
    .where(eq(codeChecks.paymentId, paymentId));
  // an answer may come after the question was asked again
  for (const { result } of asked) {
    const verdict = result && judgeAnswer(expected, result, ours);
    if (verdict) return verdict;
  }
  const waiting = asked.some(({ result, isFresh }) => result === null && isFresh);
  if (waiting || asked.filter(({ isHeard }) => isHeard).length >= ASK_MAX) return { is: "open" };
  const isHeard = await send(db, asking, paymentId, expected.code);
  return isHeard ? { is: "open" } : { is: "open", in: ASK_AGAIN };
}

/**
 * The question is written down before it leaves, so that an answer always finds it. Gives whether it was acknowledged, or
 * refused for good.
 */
async function send(db: Db, { daraja, operator }: Asking, paymentId: string, code: string): Promise<boolean> {
  const secret = newAddressSecret();
  const secretHash = hashSecret(secret);
  await db.insert(codeChecks).values({ secretHash, paymentId });
  const reply = await askAboutCode(daraja, operator, { code, secret });
  const mine = eq(codeChecks.secretHash, secretHash);
  // what was never asked does not count as asked
  if (reply.is === "refused") await db.delete(codeChecks).where(mine);
  if (reply.is === "refused" && !reply.again)
    daraja.log.warn({ provider: "mpesa", reason: reply.why }, "M-Pesa refused a question about a code");
  if (reply.is === "sent")
    await db.update(codeChecks).set({ conversationId: reply.conversationId }).where(mine);
  return reply.is === "sent" || (reply.is === "refused" && !reply.again);
}
