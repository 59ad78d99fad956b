import type { Payment, Proof, ProviderResult } from "../core/provider.server.ts";
import type { CallbackFacts } from "../core/tables.server.ts";
import { meaningOf } from "./result-codes.ts";

/** Why reported money is held while M-Pesa does not answer. */
export const AWAITING_MPESA = "waiting for M-Pesa's word";

/** Money of the C2B ledger that names the payment's reference and has its amount. */
export type LedgerRow = { code: string; amount: number };

type Asked = Pick<Payment, "amount" | "checkoutRequestId" | "merchantRequestId" | "callback">;

/**
 * What a push came to (docs/payments.md, "What proves a push"). The query decides; a callback, which
 * anybody could send, only confirms it, speaks against it, or brings the receipt.
 * @param query the ResultCode of our own query; undefined when it gave none
 */
export function verifyPush(
  payment: Asked,
  query: string | undefined,
  ledger: LedgerRow | undefined,
): ProviderResult {
  const heard = callbackClaim(payment);
  const proof = proofOf(heard === "agrees" ? payment.callback : null, ledger);
  // without an id nothing can be queried, and the ledger stands alone
  if (payment.checkoutRequestId === null) return ledger ? { type: "paid", ...proof } : { type: "open" };

  const meaning = meaningOf(query);
  if (meaning === "paid")
    return heard === "differs"
      ? { type: "held", reason: "amount differs", final: true }
      : { type: "paid", ...proof };
  const moneySeen = ledger !== undefined || heard === "agrees";
  if (meaning === "open" && moneySeen) return { type: "held", reason: AWAITING_MPESA, waits: true };
  if (meaning === "open") return { type: "open", ...(query === undefined ? {} : { code: query }) };
  if (moneySeen || heard === "differs") return { type: "held", reason: "sources disagree", tell: true };
  return { type: "failed", code: String(query), ...(meaning === "watched" ? { watch: true } : {}) };
}

/** The form of every receipt (docs/payments.md, "Phones and codes"). */
export function isReceipt(text: string | undefined): text is string {
  return text !== undefined && /^[A-Z0-9]{10}$/.test(text);
}

/** Whether a callback claims success, and of just this payment. */
function callbackClaim({ callback, ...payment }: Asked): "agrees" | "differs" | "no success" {
  if (callback?.code !== "0") return "no success";
  const fits =
    fitsAmount(callback, payment) &&
    callback.checkoutRequestId === payment.checkoutRequestId &&
    (callback.merchantRequestId ?? null) === payment.merchantRequestId;
  return fits ? "agrees" : "differs";
}

/** A sum that is not said, or not as a number, is no contradiction: the query decides. */
function fitsAmount({ amount, oddAmount }: CallbackFacts, payment: Pick<Payment, "amount">): boolean {
  return !oddAmount && (amount ?? payment.amount) === payment.amount;
}

function proofOf(callback: CallbackFacts | null, ledger: LedgerRow | undefined): Proof {
  const receipt = isReceipt(callback?.receipt) ? callback.receipt : ledger?.code;
  return { source: "query", receipt, amount: callback?.amount ?? ledger?.amount };
}
