import { arrivesBetween, type Days } from "../delivery/rules.ts";
import { type Sentence, t } from "../language/t.ts";
import type { Address } from "./contract.ts";
import { formatWeekday } from "./dates.ts";
import type { RefundState, Status } from "./rules.ts";

/** An order's state as shown to who follows it. `code`: of an unpaid order on a typed M-Pesa code; `pickUp`: where it is picked up. */
type OrderState = {
  status: Status;
  isPaid: boolean;
  refund?: RefundState | null | undefined;
  code?: "asked" | "looked for" | undefined;
  pickUp?: PickUpPlace | undefined;
};

/**
 * The state of an order and what comes next, in sentences; the same on the pages and in the mails. `returnDays`: within how many
 * days items may be returned.
 */
export function whatNext(order: OrderState, returnDays: number): string[] {
  const { status, isPaid, refund, code, pickUp } = order;
  const back = refund ? [t(REFUNDS[refund])] : [];
  if (status === "Cancelled") return [t("This order was cancelled."), ...back];
  if (status !== "Order Placed") {
    const said = pickUp && fetchedText(status, pickUp, returnDays);
    return [said ?? t(STATUS_SENTENCES[status], { days: returnDays }), ...back];
  }
  if (refund && refund !== "part") return back;
  if (isPaid) return [t("We have your payment. Next we pack your order."), ...back];
  return [t(CODES[code ?? "unknown"])];
}

const STATUS_SENTENCES = {
  Packing: "We're packing your order.",
  Shipped: "Your parcel is on its way to you.",
  "Out for delivery": "Your parcel arrives today. Please keep your phone on.",
  Delivered: "Your parcel has arrived. You can return or exchange it within {days} days.",
} as const satisfies Record<Exclude<Status, "Order Placed" | "Cancelled">, Sentence>;

/** The sentences that differ for an order that is picked up. */
function fetchedText(status: Status, pickUp: PickUpPlace, days: number): string | undefined {
  if (status === "Delivered")
    return t("You have your order. You can return or exchange it within {days} days.", { days });
  return status === "Packing" ? undefined : readyText(pickUp);
}

/** Where and when an order that is ready can be picked up. */
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

/**
 * Where a parcel goes, in the lines of its label: "12 Ngong Road", "Naivasha 20117, Nakuru", and another country than Kenya.
 * What an order does not have of it is left out, and a county that is called like its town.
 */
export function placeLines({ street, city, zipCode, state, country }: Partial<Address>): string[] {
  const town = [city, zipCode].filter(Boolean).join(" ");
  const county = state === city ? "" : state;
  const abroad = country === "Kenya" ? "" : country;
  const lines = [street, [town, county].filter(Boolean).join(", "), abroad];
  return lines.flatMap((line) => line || []);
}

/** The same in one line: "Ngong Road 12, Nairobi 00100". */
export function placeText(address: Partial<Address>): string {
  return placeLines(address).join(", ");
}

/** Where an order is fetched: the point as it was when the order was placed. `at`: its name and address in a line. */
export type PickUpPlace = { name: string; hours: string; at: string };

type OrderPlace = {
  address?: Partial<Address> | null | undefined;
  delivery?: { pickUp?: { name: string; hours: string } | undefined } | null | undefined;
};

/** Where an order is fetched; undefined where it goes to an address. */
export function pickUpOf({ address, delivery }: OrderPlace): PickUpPlace | undefined {
  const { pickUp } = delivery ?? {};
  if (!pickUp) return undefined;
  // a payment may have become an order before it had an address
  const place = placeText(address ?? {});
  return { ...pickUp, at: place ? `${pickUp.name}, ${place}` : pickUp.name };
}

/**
 * What a status is called: an order that is fetched is ready where another is shipped. What is stored, and what the calls
 * say, stays the specification's.
 */
export function statusName<S extends string>(status: S, isPickUp: boolean): S | "Ready for pick-up" {
  return isPickUp && status === ("Shipped" satisfies Status) ? "Ready for pick-up" : status;
}

type Parcel = {
  status: Status;
  date: number;
  /** What was promised when it was placed; undefined where it is not known where it goes. */
  days: Days | undefined;
  pickUp: { name: string } | undefined;
  isCodeAsked: boolean;
};

/**
 * When an order's parcel comes, in a sentence; the same on its pages and in its mail. Undefined where nothing comes, while
 * its payment could not be found, and once the days are over: nothing is promised then. `date` is when it was placed, and
 * `now` the present, in milliseconds since 1970.
 */
export function arrivalOf(
  { status, date, days, pickUp, isCodeAsked }: Parcel,
  now = Date.now(),
): string | undefined {
  if (status === "Delivered" || status === "Cancelled" || isCodeAsked || !days) return undefined;
  const { from, to } = arrivesBetween(date, days);
  if (now > to) return undefined;
  const [first, last] = [formatWeekday(from), formatWeekday(to)];
  if (pickUp) return readyOn({ status, name: pickUp.name, first, last });
  if (first === last) return t("We expect your parcel on {day}.", { day: last });
  return t("We expect your parcel between {first} and {last}. Weekends are not counted.", {
    first,
    last,
  });
}

type PickUpDays = { status: Status; name: string; first: string; last: string };

function readyOn({ status, name, first, last }: PickUpDays): string | undefined {
  // it is there already
  if (status === "Shipped" || status === "Out for delivery") return undefined;
  if (first === last) return t("We expect it at {name} on {day}.", { name, day: last });
  return t("We expect it at {name} between {first} and {last}. Weekends are not counted.", {
    name,
    first,
    last,
  });
}
