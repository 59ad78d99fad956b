import { shop } from "../shop.ts";
import type { RefundState, Status } from "./rules.ts";

/** How an order stands, for whoever follows it. `code`: of an unpaid order on a typed M-Pesa code. */
export type Standing = {
  status: Status;
  isPaid: boolean;
  refund?: RefundState | null | undefined;
  code?: "asked" | "looked for" | undefined;
};

/** How an order stands and what comes next, in sentences; the same on the pages and in the mails. */
export function whatNext({ status, isPaid, refund, code }: Standing): string[] {
  const back = refund ? [REFUNDS[refund]] : [];
  if (status === "Cancelled") return ["This order was cancelled.", ...back];
  if (status !== "Order Placed") return [NEXT[status], ...back];
  if (refund && refund !== "part") return back;
  if (isPaid) return ["We have your payment. Next we pack your goods.", ...back];
  return [CODES[code ?? "unknown"]];
}

const NEXT: Record<Exclude<Status, "Order Placed" | "Cancelled">, string> = {
  Packing: "We are packing your goods.",
  Shipped: "Your parcel is on its way to you.",
  "Out for delivery": "Your parcel comes today. Please keep your phone on.",
  Delivered: `Your parcel has arrived. Goods may be returned or exchanged within ${shop.returnDays} days.`,
};

const REFUNDS: Record<RefundState, string> = {
  due: "We are giving your money back the way you paid it; you need not do anything.",
  part: "We have given a part of your money back the way you paid it.",
  done: "We have given your money back the way you paid it.",
};

const CODES = {
  asked: "We could not find a payment for the M-Pesa code you typed.",
  "looked for":
    "We are looking for the payment of your M-Pesa code, then we pack your goods. You need not do anything.",
  unknown: "We check your payment, then pack your goods.",
};
