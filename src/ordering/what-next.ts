import { type Sentence, t } from "../language/t.ts";
import type { PickUpPlace } from "./pick-up.ts";
import type { RefundState, Status } from "./rules.ts";

/** How an order stands, for whoever follows it. `code`: of an unpaid order on a typed M-Pesa code; `pickUp`: it is fetched there. */
export type Standing = {
  status: Status;
  isPaid: boolean;
  refund?: RefundState | null | undefined;
  code?: "asked" | "looked for" | undefined;
  pickUp?: PickUpPlace | undefined;
};

/**
 * How an order stands and what comes next, in sentences; the same on the pages and in the mails. `returnDays`: within which
 * goods may come back.
 */
export function whatNext(standing: Standing, returnDays: number): string[] {
  const { status, isPaid, refund, code, pickUp } = standing;
  const back = refund ? [t(REFUNDS[refund])] : [];
  if (status === "Cancelled") return [t("This order was cancelled."), ...back];
  if (status !== "Order Placed") {
    const said = pickUp && fetchedText(status, pickUp, returnDays);
    return [said ?? t(NEXT[status], { days: returnDays }), ...back];
  }
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

/** What is said otherwise of an order that is fetched. */
function fetchedText(status: Status, pickUp: PickUpPlace, days: number): string | undefined {
  if (status === "Delivered")
    return t("You have your order. Goods may be returned or exchanged within {days} days.", { days });
  return status === "Packing" ? undefined : readyText(pickUp);
}

/** Where and when an order that is ready can be fetched. */
export function readyText(pickUp: PickUpPlace): string {
  return t("Your order is ready. Pick it up at {at}. Open {hours}.", pickUp);
}

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
