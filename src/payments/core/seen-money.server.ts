import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { codeChecks, tillPayments } from "../mpesa/till-code/tables.server.ts";
import { ELSEWHERE } from "../mpesa/till-code/verify-code.ts";
import type { Payment } from "./provider.server.ts";

/**
 * What is known of a payment's money, in KES: by the proof that paid it, by M-Pesa's report of the till, or by its answer
 * about the typed code. Nothing for money that came to another's till.
 */
export async function seenMoney(tx: Tx, payment: Payment): Promise<{ receipt?: string; amount?: number }> {
  const { id, reference, typedCode, receipt, details, reason } = payment;
  if (receipt && details) return { receipt, amount: details.amount };
  if (!receipt && reason === ELSEWHERE) return {};
  const code = receipt ?? typedCode ?? "";
  const [reported] = await tx
    .select()
    .from(tillPayments)
    .where(
      and(
        or(eq(tillPayments.code, code), eq(tillPayments.billRef, reference)),
        // what the owner has decided about is nobody's any more; what paid this one before is its own
        or(isNull(tillPayments.decidedAt), eq(tillPayments.code, receipt ?? "")),
      ),
    )
    .orderBy(desc(sql`${tillPayments.code} = ${code}`))
    .limit(1);
  if (reported) return { receipt: reported.code, amount: reported.amount };
  const answers = await tx
    .select({ result: codeChecks.result })
    .from(codeChecks)
    .where(eq(codeChecks.paymentId, id));
  for (const { result } of answers) {
    if (result?.is === "answered" && result.code === "0" && result.receipt === code && result.amount)
      return { receipt: code, amount: result.amount };
  }
  return receipt ? { receipt } : {};
}
