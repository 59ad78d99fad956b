import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { addException, type Transaction } from "./queries.server.ts";

/** A report that contradicts an earlier one of the same money. */
export async function warnOtherSum(
  tx: Tx,
  known: Transaction,
  { amount }: { amount: number },
): Promise<void> {
  await addException(tx, {
    key: `sum:${known.id}:${amount}`,
    kind: "contradiction",
    text: `another message says Ksh ${amount} for money that was Ksh ${known.amount} before`,
    provider: known.provider,
    transactionId: known.id,
    paymentId: known.paymentId,
    receipt: known.receipt,
    amount,
  });
}

/** Money that went back before its name was known, or was about to: the owner compares the two. */
export async function warnLateReceipt(tx: Tx, known: Transaction, receipt: string | null): Promise<void> {
  if (known.refunded === 0 && known.refunding === 0) return;
  const left = sql`transaction_id = ${known.id} and (state not in ('due', 'failed') or state = 'due' and way = 'hand')`;
  const what =
    (await tx.$count(sql`refunds`, left)) > 0
      ? "that went back before it was known"
      : "whose refund has not left: it can be sent now, unless the money went back otherwise";
  await addException(tx, {
    key: `late-receipt:${known.id}`,
    kind: "contradiction",
    text: `the receipt ${receipt} came late for money ${what}`,
    provider: known.provider,
    transactionId: known.id,
    paymentId: known.paymentId,
    receipt,
    amount: known.amount,
  });
}
