import { type Sentence, t } from "../language/t.ts";
import type { PickUpPlace } from "./address-text.ts";
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
  if (isPaid) return [t("We have your payment. Next we pack your order."), ...back];
  return [t(CODES[code ?? "unknown"])];
}

const NEXT = {
  Packing: "We're packing your order.",
  Shipped: "Your parcel is on its way to you.",
  "Out for delivery": "Your parcel arrives today. Please keep your phone on.",
  Delivered: "Your parcel has arrived. You can return or exchange it within {days} days.",
} as const satisfies Record<Exclude<Status, "Order Placed" | "Cancelled">, Sentence>;

/** What is said otherwise of an order that is fetched. */
function fetchedText(status: Status, pickUp: PickUpPlace, days: number): string | undefined {
  if (status === "Delivered")
    return t("You have your order. You can return or exchange it within {days} days.", { days });
  return status === "Packing" ? undefined : readyText(pickUp);
}

/** Where and when an order that is ready can be fetched. */
export function readyText(pickUp: PickUpPlace): string {
  return t("Your order is ready. Pick it up at {at}. Open {hours}.", pickUp);
}

const REFUNDS = {
  due: "We're refunding you the way you paid. You don't need to do anything.",
  part: "We've refunded part of your money the way you paid.",
  done: "We've refunded you the way you paid.",
} as const satisfies Record<RefundState, Sentence>;

const CODES = {
  asked: "We couldn't find a payment for the M-Pesa code you sent.",
  "looked for":
    "We're looking for your M-Pesa payment, then we pack your order. You don't need to do anything.",
  unknown: "We check your payment, then pack your order.",
} as const satisfies Record<string, Sentence>;
