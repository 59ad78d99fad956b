import type { Shut } from "../../ordering/checkout/use-checkout-status.ts";
import type { CurrentPayment } from "../ask-current-payment.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import type { CardFault } from "./card-fault.tsx";
import type { Paid } from "./open-checkout.ts";

/** What Pay or Check again is doing; until it has ended, a second tap does nothing. */
export type Step = "opening" | "open" | "placing" | "checking";

/** How the card payment stands on the page. */
export type CardPayment =
  | { type: "looking" }
  /** `started`: the checkout page was opened for this order before. `late`: an earlier prompt may still be paid. */
  | { type: "form"; started?: boolean; late?: boolean; fault?: CardFault | undefined; step?: Step }
  /** Another payment for this checkout is under way, or has been made. */
  | { type: "not-payable"; shut: Shut }
  | { type: "confirming"; paid: Paid }
  | { type: "unplaced"; paid: Paid; message: string; signedOut: boolean; step?: Step }
  | { type: "placed"; orderId: string | undefined }
  /** Found finished. `isOther`: the shopper may have come with another order of the same total. */
  | { type: "finished"; orderId: string; isOther: boolean }
  /** Paid, and the money goes back: `message` says why. */
  | { type: "returned"; message: string; isOther: boolean }
  /** Started in another tab, and this one carries no order. */
  | { type: "waiting"; payment: CurrentPayment }
  | { type: "elsewhere"; to: "/cart" | "/orders" };

/** What the server and this tab know of a payment: after a reload, Back, or in another tab. */
export type FoundPayment = {
  payment: CurrentPayment | undefined;
  /** The total of the order carried here, in KES; undefined where none is. */
  amount: number | undefined;
  shut: Shut | undefined;
  late: boolean;
  /** The payment was started in this tab; and it is for the order carried here. */
  isOurs: boolean;
  isOwn: boolean;
  /** The checkout page called it paid before the reload. */
  paid: Paid | undefined;
};

/** How Pay or Check again ended. */
export type CardOutcome =
  | { type: "barred"; shut: Shut }
  /** Nothing was charged. */
  | { type: "not-paid"; fault: CardFault; started: boolean }
  | { type: "confirming"; paid: Paid }
  | { type: "unplaced"; paid: Paid; message: string; signedOut: boolean }
  | { type: "placed"; orderId: string | undefined }
  | { type: "returned"; message: string | undefined };

/** What was found where nothing is asked for on the page. */
export type CardFound =
  | ({ type: "found" } & FoundPayment)
  /** The checkout carried here has its order already: `orderId` once that is paid. */
  | { type: "found-placed"; orderId: string | undefined; payment: CurrentPayment | undefined };

export type CardEvent =
  | CardFound
  | CardOutcome
  /** The page was looked at again; `during` is the state in which the server was asked. */
  | { type: "looked"; shut: Shut | undefined; during: CardPayment }
  | { type: "pay" }
  | { type: "step"; step: Step }
  | { type: "check-again" }
  | { type: "start-new" };

/** Pay or Check again is under way. */
export function isBusy(card: CardPayment): boolean {
  return "step" in card && card.step !== undefined;
}

/** The end comes by itself, and is asked for until it is there. */
export function isAwaited({ type }: CardPayment): boolean {
  return type === "confirming" || type === "waiting";
}

/** What an event makes of a payment; an answer that comes too late for its question changes nothing. */
export function nextCard(card: CardPayment, event: CardEvent): CardPayment {
  switch (event.type) {
    case "found":
      return isLookedFor(card) ? found(event) : card;
    case "found-placed":
      return isLookedFor(card) ? foundPlaced(event) : card;
    case "looked":
      return event.during === card ? looked(card, event.shut) : card;
    case "pay":
      return card.type === "form" ? { ...card, fault: undefined, step: "opening" } : card;
    case "step":
      return card.type === "form" && isBusy(card) ? { ...card, step: event.step } : card;
    case "check-again":
      return card.type === "unplaced" ? { ...card, step: "checking" } : card;
    case "start-new":
      return card.type === "finished" || card.type === "returned" ? { type: "form" } : card;
    default:
      return isBusy(card) || card.type === "confirming" ? ended(event) : card;
  }
}

/** No answer to an earlier question may close the form that the shopper has since, or what came of it. */
function isLookedFor({ type }: CardPayment): boolean {
  return type === "looking" || type === "not-payable" || type === "waiting";
}

function found({ payment, amount, shut, late, paid, ...whose }: FoundPayment): CardPayment {
  const over = payment?.status === "paid" ? foundPaid(payment, amount, whose) : undefined;
  if (over) return over;
  // the checkout page said so before the reload: never a second charge
  if (paid) return { type: "confirming", paid };
  const pending = payment?.status === "pending" ? payment : undefined;
  if (amount === undefined)
    return pending ? { type: "waiting", payment: pending } : { type: "elsewhere", to: "/cart" };
  if (shut) return { type: "not-payable", shut };
  return { type: "form", started: pending?.amount === amount, late };
}

/** A payment that is paid; undefined when this tab carries another order. */
function foundPaid(
  { orderId, amount, refund, resultDesc }: CurrentPayment,
  carried: number | undefined,
  { isOurs, isOwn }: Pick<FoundPayment, "isOurs" | "isOwn">,
): CardPayment | undefined {
  if (!isOurs && carried !== undefined && amount !== carried) return undefined;
  const isOther = !isOwn && carried !== undefined;
  if (refund) return { type: "returned", message: resultDesc ?? PAYMENT_TEXTS.moneyBack, isOther };
  return orderId ? { type: "finished", orderId, isOther } : undefined;
}

function foundPlaced({ orderId, payment }: CardFound & { type: "found-placed" }): CardPayment {
  if (payment?.refund)
    return { type: "returned", message: payment.resultDesc ?? PAYMENT_TEXTS.moneyBack, isOther: false };
  return orderId ? { type: "finished", orderId, isOther: false } : { type: "elsewhere", to: "/orders" };
}

function looked(card: CardPayment, shut: Shut | undefined): CardPayment {
  const isOpen = card.type === "form" && !isBusy(card);
  return shut && (isOpen || card.type === "not-payable") ? { type: "not-payable", shut } : card;
}

function ended(outcome: CardOutcome): CardPayment {
  switch (outcome.type) {
    case "barred":
      return { type: "not-payable", shut: outcome.shut };
    case "not-paid":
      return { type: "form", started: outcome.started, fault: outcome.fault };
    case "returned":
      return { type: "returned", message: outcome.message ?? PAYMENT_TEXTS.moneyBack, isOther: false };
    default:
      return outcome;
  }
}
