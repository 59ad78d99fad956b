import { and, eq } from "drizzle-orm";
import type { Config } from "../../../config.server.ts";
import type { Db } from "../../../platform/database/db.server.ts";
import type { Log } from "../../../platform/log.server.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import type { Payment, Provider, ProviderResult } from "../../core/provider.server.ts";
import { isOddSum, isSpent } from "../../transactions/queries.server.ts";
import { DECIDED, ODD_SUM, SPENT } from "../../transactions/rules.ts";
import { transactions } from "../../transactions/tables.server.ts";
import { openDaraja } from "../daraja.server.ts";
import { numbersNow, readMerchant } from "../merchant.server.ts";
import { askAboutReversal, reverse } from "../operator.server.ts";
import { ASKED_AT, askAboutPayment, type CodeQueries, checkTypedCode } from "./check-typed-code.server.ts";
import { endUnknown } from "./end-unfound.server.ts";
import { verifyMoney } from "./verify-code.ts";

/**
 * M-Pesa by hand at the till: the shopper types the code of a payment, and we check whether its money came. The code alone
 * proves nothing; one that cannot be checked waits for staff.
 */
export function tillProvider({ db, config, log }: { db: Db; config: Config; log: Log }): Provider {
  const merchant = readMerchant(config);
  const operator = merchant?.operator;
  const asking = merchant && operator ? { daraja: openDaraja({ db, merchant, log }), operator } : undefined;
  return {
    method: "cod",
    schedule: [...ASKED_AT, ...LATE, 172800],
    holdFor: 0,
    endUnknown,
    check: (payment) => check(db, numbersNow(config), asking, payment),
    ...(asking && {
      askAnew: ({ id, typedCode }) => askAboutPayment(db, asking, id, typedCode ?? ""),
      refund: ({ receipt, amount }, secret) =>
        reverse(asking.daraja, asking.operator, { receipt, amount, secret }),
      wasRefunded: ({ receipt }, secret) =>
        askAboutReversal(asking.daraja, asking.operator, { receipt, secret }),
    }),
  };
}

/** Seconds: every hour while "unknown" may end the code's order, then further apart. */
const LATE = [0, 1, 2, 3, 4, 5, 6, 8, 12, 18].map(
  (after) => (UNFOUND_CODES.hours - UNFOUND_CODES.warnedBefore + after) * 3_600,
);

/** Whether M-Pesa can be asked about a typed code; if not, only staff can check it. */
export function canAskAboutCodes(config: Config): boolean {
  return readMerchant(config)?.operator !== undefined;
}

async function check(
  db: Db,
  ours: readonly string[],
  asking: CodeQueries | undefined,
  payment: Payment,
): Promise<ProviderResult> {
  const { amount, typedCode, typedAt, createdAt } = payment;
  const code = typedCode ?? "";
  const expected = { code, amount, firstTyped: typedAt ?? createdAt, lastTyped: createdAt };
  const [reported] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.provider, "mpesa"), eq(transactions.receipt, code), transactions.verified))
    .prepare("reported_code")
    .execute();
  if (reported) {
    if (reported.allocated > 0) return { type: "held", reason: SPENT, final: true };
    if (reported.closedAt || isSpent(reported)) return { type: "held", reason: DECIDED, final: true };
    const { amount: came, till, source } = reported;
    // M-Pesa tells the till of money as it comes
    const paidAt = reported.paidAt ?? (source === "c2b" ? reported.createdAt : undefined);
    return verifyMoney(expected, { amount: came, to: till ?? undefined, paidAt, source }, ours);
  }
  if (await isOddSum(db, code)) return { type: "held", reason: ODD_SUM, final: true };
  return asking ? checkTypedCode(db, ours, asking, payment, expected) : { type: "open" };
}
