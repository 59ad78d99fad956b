import { totalOf } from "../cart/rules.ts";
import { METHODS, type Method } from "../shop.ts";

export { METHODS, type Method };

/** An order awaits its payment, is placed, or ended without one: its status counts once it is placed. */
export const PHASES = ["awaiting", "placed", "ended"] as const;
export type Phase = (typeof PHASES)[number];

/** The statuses of an order (specification §4, §5, §8, §9). */
export const STATUSES = [
  "Order Placed",
  "Packing",
  "Shipped",
  "Out for delivery",
  "Delivered",
  "Cancelled",
] as const;
export type Status = (typeof STATUSES)[number];

/** How far an order's money is refunded: a refund is due, all refunds are done, or only a part of the money was refunded. */
export const REFUND_STATES = ["due", "part", "done"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const CODE_MAX = 10;
export const RECENT_SHOWN = 3;
/** Highest order total, in KES. */
export const AMOUNT_MAX = 1_000_000;

/** Whether the server would refuse the order as too large even with the lowest possible delivery fee; all in KES. */
export function isTooMuch(subtotal: number, { from }: { from: number }): boolean {
  return totalOf(subtotal, from) > AMOUNT_MAX;
}

/** The fields of an address as sentences name them. */
export const FIELD_NAMES = {
  firstName: "first name",
  lastName: "last name",
  email: "email address",
  street: "street, building or landmark",
  city: "town or city",
  state: "county",
  zipCode: "postal code",
  country: "country",
  phone: "phone",
} as const;

export const ORDER_TEXTS = {
  cartEmpty: "Your cart is empty",
  amountTooLarge: "One order can be at most Ksh 1,000,000. Please order in parts.",
  emailInvalid: "Please enter a valid email address",
  zipNotDigits: "Postal code must be digits only",
  phoneNotDigits: "Phone must be digits only",
  codeMissing: "Please enter M-Pesa transaction code",
  codeMalformed: "An M-Pesa code has letters and digits only, at most 10.",
  codeUsed: "This M-Pesa code has already been used.",
  inAccount: "This order is in your account. Log in to see it.",
  placedBefore: "This order was already placed on this device.",
  codeNotFound: "This is the code we couldn't find. Please check each letter and digit against the SMS.",
  codeLookedFor: "We're still looking for your code. You don't need to send another.",
  placeFailed: "Failed to place order",
  codOff: "Cash on order is not offered in this shop.",
  codClosed:
    "We no longer take payments at our till. Already paid? We have your code: you get your order or your money back.",
  tooManyCodes: "We're still looking for the M-Pesa codes of your last five orders.",
  tooMany: "You've just placed many orders. Please wait a minute.",
  pointGone: "This pick-up point is no longer available. Please choose again.",
  totalChanged: "The total has changed. Please review your cart.",
} as const;

/** A status that an order gets by a step; it is cancelled by a call of its own. */
export type StepStatus = Exclude<Status, "Cancelled">;

/** What may follow what; nothing leaves Delivered or Cancelled. */
const NEXT_STATUSES: Record<Status, readonly Status[]> = {
  "Order Placed": ["Packing", "Cancelled"],
  Packing: ["Shipped", "Cancelled"],
  Shipped: ["Out for delivery", "Delivered"],
  "Out for delivery": ["Delivered"],
  Delivered: [],
  Cancelled: [],
};

/** The steps that the shopper is mailed about, and the mail of each. */
export const STEP_MAILS: Partial<Record<Status, "shipped" | "delivered">> = {
  Shipped: "shipped",
  Delivered: "delivered",
};

/** Seconds in which a step can be undone; its mail leaves after them. */
export const UNDO_WITHIN = 120;

export function mayFollow(from: Status, to: Status): boolean {
  return NEXT_STATUSES[from].includes(to);
}

/** The statuses that `to` may follow. */
export function statusesBefore(to: Status): Status[] {
  return STATUSES.filter((status) => mayFollow(status, to));
}

/** What is typed as a code, without spaces and unseen marks that were copied along. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s\p{Cf}]/gu, "");
}

/** A typed M-Pesa code, 1 to 10 letters and digits, in capitals; undefined when it is none. */
export function readCode(typed: string): string | undefined {
  const code = plainCode(typed);
  // upper-cased last, so that no other letter turns into one
  return code.length <= CODE_MAX && /^[A-Za-z0-9]+$/.test(code) ? code.toUpperCase() : undefined;
}

/** An order's short name: the last 8 characters of its id (specification §9). */
export function shortId(id: string): string {
  return id.slice(-8);
}

type OrderMoney = { payment: boolean; refund?: RefundState | undefined; owed?: number | undefined };

/** The label of an order's total: "Total paid" while all its money is with the shop. */
export function totalLabel({ payment, refund, owed }: OrderMoney): "Total paid" | "Total" {
  return payment && !refund && !owed ? "Total paid" : "Total";
}

/** The address of My orders that shows what happens next with this order: where every way to pay ends. */
export function placedPath(orderId: string): string {
  return `/orders?placed=${orderId}`;
}

/** The order that My orders' address names; undefined where none is named, and its `id` where it cannot be one. */
export function placedIn(query: URLSearchParams): { id: string | undefined } | undefined {
  const id = query.get("placed");
  if (id === null) return undefined;
  return { id: /^[0-9A-Z]{26}$/.test(id) ? id : undefined };
}
