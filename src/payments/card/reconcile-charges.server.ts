import { and, eq, inArray } from "drizzle-orm";
import { transaction } from "../../platform/database/db.server.ts";
import type { PaymentContext } from "../core/provider.server.ts";
import { noteList } from "../mpesa/nightly-pull.server.ts";
import { applyReportedRefund } from "../refunds/reported-refund.server.ts";
import { addDispute, type Transaction } from "../transactions/queries.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { processCharge } from "./process-charge.server.ts";
import type { FlutterwaveProvider } from "./provider.server.ts";

/** Days that each night's comparison goes back: chargebacks come late. */
const DAYS = 45;

/**
 * Compares the card provider's lists of charges and of refunds with ours, as Pull does for M-Pesa. A charge whose webhook was
 * lost is verified and recorded; one that we count as paid and they do not, as after a chargeback, is listed as a dispute; so
 * is each refund that the shop did not ask for.
 */
export async function reconcileCharges(context: PaymentContext, now = new Date()): Promise<void> {
  const provider = context.provider("flutterwave") as FlutterwaveProvider | undefined;
  if (!provider) return;
  const from = dayOf(new Date(now.getTime() - DAYS * 86_400_000));
  await compareCharges(context, provider, { from, to: dayOf(now) });
  await compareRefunds(context, provider, from);
}

async function compareCharges(
  context: PaymentContext,
  provider: FlutterwaveProvider,
  days: { from: string; to: string },
): Promise<void> {
  const { charges, ...end } = await provider.list(days);
  const known = await receivedOf(
    context,
    charges.map(({ id }) => id),
  );
  for (const { id, txRef, status } of charges) {
    const ours = known.get(id);
    // staff may have recorded it for another payment
    if ((!ours || ours.source === "staff") && status === "successful")
      await alone(context, () => processCharge(context, provider, { transactionId: id, txRef }));
    if (ours?.verified && ours.refunded < ours.amount && status !== "successful")
      await alone(context, () => transaction(context.db, (tx) => addDispute(tx, ours, status)));
  }
  await noteCompared(context, "charges", { rows: charges.length, ...end });
}

async function compareRefunds(
  context: PaymentContext,
  provider: FlutterwaveProvider,
  from: string,
): Promise<void> {
  const { refunds, ...end } = await provider.listRefunds(from);
  const known = await receivedOf(
    context,
    refunds.map(({ receipt }) => receipt),
  );
  for (const refund of refunds) {
    const money = known.get(refund.receipt);
    if (money) await alone(context, () => applyReportedRefund(context, money, refund));
  }
  await noteCompared(context, "refunds", { rows: refunds.length, ...end });
}

/** If one cannot be compared the others still are; it is looked at again the next night. */
async function alone({ log }: PaymentContext, compare: () => Promise<unknown>): Promise<void> {
  await compare().catch((error: unknown) => {
    log.warn({ err: error, provider: "flutterwave" }, "a listed charge could not be compared");
  });
}

/** Rows that cannot be read are noted apart: while one is in the list, that may still become unread as a whole. */
async function noteCompared(
  { db, log }: PaymentContext,
  list: "charges" | "refunds",
  end: { rows: number; unread: number; reason?: string },
): Promise<void> {
  log.info({ provider: "flutterwave", list, ...end }, "a list was compared");
  const other = "its dashboard";
  const { unread, reason } = end;
  await noteList(db, { name: `card ${list}`, list: `the card company's list of ${list}`, other }, reason);
  const rows = { name: `card rows ${list}`, list: `a part of the card company's list of ${list}`, other };
  if (unread > 0 || !reason) await noteList(db, rows, unread > 0 ? `rows: ${unread}` : undefined);
}

async function receivedOf({ db }: PaymentContext, receipts: string[]): Promise<Map<string, Transaction>> {
  if (receipts.length === 0) return new Map();
  const rows = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.provider, "card"), inArray(transactions.receipt, receipts)));
  return new Map(rows.flatMap((row) => (row.receipt === null ? [] : [[row.receipt, row] as const])));
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
