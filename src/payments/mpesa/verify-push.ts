import type { Payment, Proof, ProviderResult } from "../core/provider.server.ts";
import type { CallbackFacts } from "../core/tables.server.ts";
import { fieldsIn, fieldsOf, textOf, valuesOf } from "./fields.ts";

/** What a ResultCode of a push means; "watched" failed, but the money may still come. */
type Meaning = "paid" | "failed" | "watched" | "open";

/** Codes after which nothing more happens (docs/payments.md, "Result codes"). */
const FAILED = new Set("1 2 3 4 8 17 26 1001 1025 1031 1032 2001 2028 SFC_IC0003 8006 9999".split(" "));

/** Expired, SMSC timeout, no answer from the phone: final, yet payments were seen after them. */
const WATCHED = new Set(["1019", "1036", "1037"]);

/** "Still under processing" (docs/payments.md, "Push query"). */
const IN_FLIGHT = "4999";

/** Whether a code is neither in the list nor says that the payment is under way. */
export function isUnlisted(code: string): boolean {
  return code !== IN_FLIGHT && meaningOf(code) === "open";
}

/** Whether the phone shows no prompt any more after this code. */
export function isFinalNo(code: string): boolean {
  const meaning = meaningOf(code);
  return meaning === "failed" || meaning === "watched";
}

/** Numbers and texts mean the same. Any code not listed, 4999 ("still under processing") too, is no answer yet. */
export function meaningOf(code: unknown): Meaning {
  if (typeof code !== "string" && typeof code !== "number") return "open";
  const text = String(code);
  if (text === "0") return "paid";
  if (WATCHED.has(text)) return "watched";
  return FAILED.has(text) ? "failed" : "open";
}

/** Why reported money is held while M-Pesa does not answer. */
export const AWAITING_MPESA = "waiting for M-Pesa's word";

/** Money reported at our till that names the payment's reference and has its amount. */
export type TillMoney = { code: string; amount: number };

type PromptToVerify = Pick<Payment, "amount" | "checkoutRequestId" | "merchantRequestId" | "callback">;

/**
 * What a push came to (docs/payments.md, "What proves a push"). The query decides; a callback, which
 * anybody could send, only confirms it, speaks against it, or brings the receipt.
 * @param query the ResultCode of our own query; undefined when it gave none
 */
export function verifyPush(
  payment: PromptToVerify,
  query: string | undefined,
  tillMoney: TillMoney | undefined,
): ProviderResult {
  const heard = callbackClaim(payment);
  const proof = proofOf(heard === "agrees" ? payment.callback : null, tillMoney);
  // without an id nothing can be queried, and money reported at our till stands alone
  if (payment.checkoutRequestId === null) return tillMoney ? { type: "paid", ...proof } : { type: "open" };

  const meaning = meaningOf(query);
  if (meaning === "paid")
    return heard === "differs"
      ? { type: "held", reason: "amount differs", final: true }
      : { type: "paid", ...proof };
  const moneySeen = tillMoney !== undefined || heard === "agrees";
  if (meaning === "open" && moneySeen) return { type: "held", reason: AWAITING_MPESA, waits: true };
  if (meaning === "open") return { type: "open", ...(query === undefined ? {} : { code: query }) };
  if (moneySeen || heard === "differs") return { type: "held", reason: "sources disagree", tell: true };
  return { type: "failed", code: String(query), ...(meaning === "watched" ? { watch: true } : {}) };
}

/** The form of every receipt (docs/payments.md, "Phones and codes"). */
function isReceipt(text: string | undefined): text is string {
  return text !== undefined && /^[A-Z0-9]{10}$/.test(text);
}

/** Whether a callback claims success, and of just this payment. */
function callbackClaim({ callback, ...payment }: PromptToVerify): "agrees" | "differs" | "no success" {
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

function proofOf(callback: CallbackFacts | null, tillMoney: TillMoney | undefined): Proof {
  const receipt = isReceipt(callback?.receipt) ? callback.receipt : tillMoney?.code;
  return { source: "query", receipt, amount: callback?.amount ?? tillMoney?.amount };
}

/**
 * What the callback of a push says (docs/payments.md, "Push callback"), read by name; undefined when it is nonsense.
 * The amount counts only as a whole JSON number, and nothing counts that is said twice in two ways. A missing amount,
 * or one in words, says nothing; another number is odd.
 */
export function readStkCallback(body: string): CallbackFacts | undefined {
  const callback = fieldsOf(fieldsOf(fieldsIn(body).Body).stkCallback);
  const code = textOf(callback.ResultCode);
  if (code === undefined) return undefined;
  const values = valuesOf(fieldsOf(callback.CallbackMetadata).Item, "Name");
  const amounts = values.get("Amount");
  const amount = only(amounts);
  const isWhole = Number.isSafeInteger(amount);
  const receipt = only(values.get("MpesaReceiptNumber"));
  return {
    code,
    amount: isWhole ? (amount as number) : undefined,
    ...(!isWhole && amounts?.some((each) => typeof each === "number") && { oddAmount: true as const }),
    receipt: typeof receipt === "string" && isReceipt(receipt) ? receipt : undefined,
    merchantRequestId: textOf(callback.MerchantRequestID),
    checkoutRequestId: textOf(callback.CheckoutRequestID),
  };
}

function only(values: unknown[] = []): unknown {
  return new Set(values).size === 1 ? values[0] : undefined;
}
