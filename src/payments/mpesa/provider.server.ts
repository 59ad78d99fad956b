import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Config } from "../../config.server.ts";
import { ConfigError } from "../../platform/config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Log } from "../../platform/log.server.ts";
import type { Payment, Provider, ProviderResult } from "../core/provider.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { type Daraja, openDaraja } from "./daraja.server.ts";
import { readMerchant } from "./merchant.server.ts";
import { askAboutReversal, reverse } from "./operator.server.ts";
import { pauseQueries, queryPush, reserveQuery, untilNextTry } from "./query.server.ts";
import { sendPush } from "./send-push.server.ts";
import { isFinalNo, isUnlisted, readStkCallback, type TillMoney, verifyPush } from "./verify-push.ts";

type Parts = { db: Db; config: Config; log: Log };

/**
 * M-Pesa by a prompt on the shopper's phone.
 * @throws ConfigError when not all of its settings are set
 */
export function mpesaProvider({ db, config, log }: Parts): Provider {
  const merchant = readMerchant(config);
  if (!merchant) throw new ConfigError("M-Pesa is not set up");
  const daraja = openDaraja({ db, merchant, log });
  const { operator } = merchant;
  return {
    method: "mpesa",
    // docs/payments.md, "Schedules"
    schedule: [15, 30, 45, 70, 100, 130, 240, 600, 1800, 3600, 10800, 21600, 43200, 86400],
    holdFor: 300,
    start: (payment, secret, sending) => sendPush(daraja, payment, secret, sending),
    check: (payment) => check(db, daraja, payment),
    readCallback: readStkCallback,
    isUnlisted,
    isFinalNo,
    ...(operator && {
      refund: ({ receipt, amount }, secret) => reverse(daraja, operator, { receipt, amount, secret }),
      wasRefunded: ({ receipt }, secret) => askAboutReversal(daraja, operator, { receipt, secret }),
    }),
  };
}

/** Seconds until M-Pesa is asked again after no answer, even where the schedule's next query is further off. */
const ASK_AGAIN = 30;

async function check(db: Db, daraja: Daraja, payment: Payment): Promise<ProviderResult> {
  const { checkoutRequestId } = payment;
  let code: string | undefined;
  let again: number | undefined;
  if (checkoutRequestId !== null) {
    const every = daraja.merchant.queryEvery;
    const wait = await reserveQuery(db, every);
    if (wait > 0)
      return { type: "open", in: await untilNextTry(db, payment, { wait, every }), notAsked: true };
    code = await queryPush(daraja, checkoutRequestId);
    if (code === "limited") again = await pauseQueries(db);
    if (code === "away") again = ASK_AGAIN;
  }
  const tillMoney = await findTillMoney(db, daraja, payment);
  if (again === undefined) return verifyPush(payment, code, tillMoney);
  const result = verifyPush(payment, undefined, tillMoney);
  return result.type === "open" || result.type === "held" ? { ...result, in: again } : result;
}

/** Money that M-Pesa has reported without being asked, under the push's reference. */
async function findTillMoney(
  db: Db,
  { merchant }: Daraja,
  { reference, amount }: Payment,
): Promise<TillMoney | undefined> {
  const [row] = await db
    .select({ code: sql<string>`${transactions.receipt}`, amount: transactions.amount })
    .from(transactions)
    .where(
      and(
        eq(transactions.provider, "mpesa"),
        eq(transactions.billRef, reference),
        eq(transactions.amount, amount),
        isNotNull(transactions.receipt),
        isNull(transactions.closedAt),
        transactions.verified,
        inArray(transactions.till, [...merchant.ours]),
      ),
    )
    .orderBy(asc(transactions.createdAt))
    .limit(1);
  return row;
}
