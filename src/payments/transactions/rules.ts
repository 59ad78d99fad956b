import type { Method } from "../../ordering/rules.ts";

/** Who moved the money. */
export const PROVIDERS = ["mpesa", "card"] as const;
export type MoneyProvider = (typeof PROVIDERS)[number];

/** Who moves the money of each way to pay: that of a typed code comes by M-Pesa. */
export const PROVIDER_OF: Record<Method, MoneyProvider> = {
  cod: "mpesa",
  mpesa: "mpesa",
  flutterwave: "card",
};

/** How we learned of a sum. */
export const SOURCES = ["callback", "query", "c2b", "pull", "webhook", "statement", "staff"] as const;
export type Source = (typeof SOURCES)[number];

/** What a row of `exceptions` is about. */
export const EXCEPTIONS = ["contradiction", "dispute", "message"] as const;

export const TRANSACTION_STATES = ["unallocated", "paid", "refunding", "refunded", "closed"] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** Whole KES; together they are the transaction's amount. */
export type Sums = { allocated: number; refunded: number; refunding: number; unallocated: number };

/** The state of a transaction, which is never stored: it follows from its sums (docs/payments.md, "States"). */
export function transactionState({
  amount,
  closedAt,
  unallocated,
  refunding,
  refunded,
}: Sums & { amount: number; closedAt: Date | null }): TransactionState {
  if (closedAt) return "closed";
  if (unallocated > 0) return "unallocated";
  if (refunding > 0) return "refunding";
  return refunded === amount ? "refunded" : "paid";
}

/** The payer's phone: its last three digits, the whole number, or M-Pesa's hash of it, as far as it was reported. */
export type Payer = { digits?: string | undefined; phone?: string | undefined; sha256?: string | undefined };

/** Stored instead of a payer's digits where the money surely came from no prompt's phone. */
export const STRANGER = "?";

/** Why money pays nothing more: it has paid, or the owner closed it. */
export const SPENT = "its money has paid another order, or is refunded";
export const DECIDED = "the owner has decided about its money already";

/** Why a sum is not recorded as a transaction, and why an attempt that was paid with it is held. */
export const ODD_SUM = "a sum with cents is booked by nobody but a person";
