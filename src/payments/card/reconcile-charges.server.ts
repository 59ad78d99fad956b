import { and, eq, inArray } from "drizzle-orm";
import { transaction } from "../../platform/database/db.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { addDispute, type Transaction } from "../transactions/queries.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { processCharge } from "./card.server.ts";
import type { ListedCharge } from "./list-charges.server.ts";
import type { FlutterwaveProvider } from "./provider.server.ts";

/** Days that one night looks back: chargebacks come late. */
const DAYS = 45;

/**
 * Compares the card provider's list of charges with ours, as Pull does for M-Pesa: a charge whose webhook was lost is verified
 * and recorded, and one that we count as paid and they do not, as after a chargeback, is listed as a dispute.
 */
export async function reconcileCharges(context: PaymentContext, now = new Date()): Promise<void> {
  const provider = context.provider("flutterwave") as FlutterwaveProvider | undefined;
  if (!provider) return;
  const from = dayOf(new Date(now.getTime() - DAYS * 86_400_000));
  const { charges, reason } = await provider.list({ from, to: dayOf(now) });
  const paid = charges.filter(({ status }) => status === "successful");
  const known = await receivedOf(context, charges);
  for (const { id, txRef } of paid) {
    if (known.has(id)) continue;
    // its own failure is its own: it is looked at again the next night
    await processCharge(context, provider, { transactionId: id, txRef }).catch((error: unknown) => {
      context.log.warn({ err: error, provider: "flutterwave" }, "a listed charge could not be verified");
    });
  }
  for (const charge of charges) {
    const ours = known.get(charge.id);
    if (ours?.verified && ours.refunded < ours.amount && charge.status !== "successful")
      await transaction(context.db, (tx) => addDispute(tx, ours, charge.status));
  }
  context.log.info(
    { provider: "flutterwave", charges: charges.length, ...(reason && { reason }) },
    "the charges were compared",
  );
}

async function receivedOf(
  { db }: PaymentContext,
  charges: ListedCharge[],
): Promise<Map<string, Transaction>> {
  if (charges.length === 0) return new Map();
  const rows = await db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.provider, "card"),
        inArray(
          transactions.receipt,
          charges.map(({ id }) => id),
        ),
      ),
    );
  return new Map(rows.flatMap((row) => (row.receipt === null ? [] : [[row.receipt, row] as const])));
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
