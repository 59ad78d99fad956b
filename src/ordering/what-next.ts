import { type Sentence, t } from "../language/t.ts";
import type { RefundState, Status } from "./rules.ts";

/** How an order stands, for whoever follows it. `code`: of an unpaid order on a typed M-Pesa code. */
export type Standing = {
  status: Status;
  isPaid: boolean;
  refund?: RefundState | null | undefined;
  code?: "asked" | "looked for" | undefined;
};

/**
 * How an order stands and what comes next, in sentences; the same on the pages and in the mails. `returnDays`: within which
 * goods may come back.
 */
export function whatNext({ status, isPaid, refund, code }: Standing, returnDays: number): string[] {
  const back = refund ? [t(REFUNDS[refund])] : [];
  if (status === "Cancelled") return [t("This order was cancelled."), ...back];
  if (status !== "Order Placed") return [t(NEXT[status], { days: returnDays }), ...back];
  if (refund && refund !== "part") return back;
  if (isPaid) return [t("We have your payment. Next we pack your goods."), ...back];
  return [t(CODES[code ?? "unknown"])];
}

const NEXT = {
  Packing: "We are packing your goods.",
  Shipped: "Your parcel is on its way to you.",
  "Out for delivery": "Your parcel comes today. Please keep your phone on.",
  Delivered: "Your parcel has arrived. Goods may be returned or exchanged within {days} days.",
} as const satisfies Record<Exclude<Status, "Order Placed" | "Cancelled">, Sentence>;

const REFUNDS = {
  due: "We are giving your money back the way you paid it; you need not do anything.",
  part: "We have given a part of your money back the way you paid it.",
  done: "We have given your money back the way you paid it.",
} as const satisfies Record<RefundState, Sentence>;

const CODES = {
  asked: "We could not find a payment for the M-Pesa code you typed.",
  "looked for":
    "We are looking for the payment of your M-Pesa code, then we pack your goods. You need not do anything.",
  unknown: "We check your payment, then pack your goods.",
} as const satisfies Record<string, Sentence>;
