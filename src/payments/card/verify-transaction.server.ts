import type { Payment, Proof, ProviderResult, SeenMoney } from "../core/provider.server.ts";
import type { Transaction, VerifyAnswer } from "./transaction.server.ts";

/** Seconds a checkout stays open, in which a failed card may be followed by a good one (Flutterwave's own default). */
export const SESSION = 30 * 60;

/** Seconds between queries about a card that is being charged right now. */
const SOON = 15;

/** Seconds until we ask again after no answer, even where the schedule's next query is further off. */
const AGAIN = 60;

/** `live`: our key is a live one; `age`: seconds since the payment began, by the database's clock. */
type VerifyRequest = { by: "id" | "reference"; live: boolean; age: number };

export type ExpectedPayment = Pick<Payment, "reference" | "amount">;

/**
 * What an answer of verify means for a payment (docs/payments.md, "What proves a card"): paid only when every part matches
 * the stored payment; held for staff when money moved and any part does not match.
 */
export function verifyTransaction(
  found: VerifyAnswer,
  payment: ExpectedPayment,
  asked: VerifyRequest,
): ProviderResult {
  const { by, live, age } = asked;
  if (found.type === "away") return { type: "open", in: found.in ?? AGAIN };
  const isOpen = age < SESSION;
  // they know of no payment; a webhook may still report one
  if (found.type === "missing")
    return isOpen ? { type: "open" } : { type: "failed", code: "unpaid", watch: true };
  const { transaction } = found;
  if (transaction.status === "successful") {
    const reason = mismatch(transaction, payment, live);
    if (!reason) return { type: "paid", ...proofOf(transaction, payment) };
    const isOurs = transaction.txRef === payment.reference;
    return { type: "held", reason, final: true, ...(isOurs ? { money: moneyOf(transaction) } : {}) };
  }
  // one reference may have several attempts, and it is not documented which of them this answer is about
  if (transaction.status === "failed")
    return isOpen && by === "reference" ? { type: "open" } : { type: "failed", code: "failed", watch: true };
  // asked by id: somebody waits for this very attempt
  return isOpen || by === "id" ? { type: "open", in: SOON } : { type: "open" };
}

/** A charge that went through, by its id. What was charged may be more, by the payer's fees. */
export function moneyOf({ id, currency, amount: asked, chargedAmount }: Transaction): SeenMoney {
  const amount = Math.min(asked, chargedAmount);
  const isWhole = currency === "KES" && Number.isInteger(amount);
  return { source: "webhook", verified: true, receipt: id, ...(isWhole ? { amount } : {}) };
}

function mismatch(transaction: Transaction, payment: ExpectedPayment, live: boolean): string | undefined {
  if (transaction.txRef !== payment.reference) return "reference differs";
  if (transaction.currency !== "KES") return "currency differs";
  if (transaction.amount !== payment.amount) return "amount differs";
  if (!(transaction.chargedAmount >= payment.amount)) return "charged less than the amount";
  if (transaction.paymentType !== "card") return "not paid by card";
  // the only sign of a test transaction that verify gives
  if (live && transaction.flwRef?.includes("MOCK")) return "test payment on a live key";
  return undefined;
}

function proofOf(transaction: Transaction, payment: ExpectedPayment): Proof {
  const { id, paymentType, processorResponse, flwRef, last4, brand, phone } = transaction;
  return {
    source: "query",
    receipt: id,
    amount: payment.amount,
    details: {
      currency: "KES",
      payment_type: paymentType,
      ...(processorResponse && { processor_response: processorResponse }),
      ...(flwRef && { flw_ref: flwRef }),
      ...(last4 && { last4 }),
      ...(brand && { brand }),
      // who paid is known by the card or else by the phone (specification §3)
      ...(!(last4 && brand) && phone && { phone_number: phone }),
    },
  };
}
