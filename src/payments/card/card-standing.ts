import { dropSignIn, refreshCart, takeOutOrdered } from "../../cart/cart-store.ts";
import { endCheckout } from "../../cart/checkout-kept.ts";
import { askStanding } from "../../ordering/ask-standing.ts";
import { type Carried, orderedLines } from "../../ordering/carried-order.ts";
import { type Shut, shutBy } from "../../ordering/use-standing.ts";
import { CallError, messageOf } from "../../platform/browser/call.ts";
import { token } from "../../platform/browser/persisted.ts";
import { toast } from "../../ui/toast.ts";
import { TEXTS } from "../rules.ts";
import { endBegun, readBegun } from "./begun.ts";
import { askCurrent, type Current, sendOrder } from "./card-calls.ts";
import type { CardFault } from "./card-fault.tsx";
import type { Paid } from "./open-checkout.ts";

/** How the card payment stands on the page. */
export type Standing =
  | { is: "looking" }
  /** `begun`: the checkout page was opened for this order before. `late`: an earlier prompt may still be paid. */
  | { is: "form"; begun?: string | undefined; fault?: CardFault | undefined; late?: boolean }
  /** Another payment for this checkout is under way, or has been made. */
  | { is: "shut"; shut: Shut }
  | { is: "confirming"; paid: Paid }
  | { is: "unplaced"; paid: Paid; message: string; signedOut: boolean }
  | { is: "placed" }
  /** Found finished. `other`: the shopper may have come with another order of the same total. */
  | { is: "finished"; orderId: string; other: boolean }
  /** Paid, and the money goes back: `said` is why. */
  | { is: "returned"; said: string; other: boolean }
  /** Begun in another tab, and this one carries no order. */
  | { is: "waiting"; payment: Current }
  | { is: "elsewhere"; to: "/cart" | "/orders" };

type Found = { carried: Carried | undefined; placed: string | undefined };

/**
 * What the server and this tab know of a payment for the order carried here: after a reload, Back, or in another tab.
 * `placed`: the checkout carried here has its order already.
 */
export async function lookUp({ carried, placed }: Found): Promise<Standing> {
  if (placed) return orderOf(placed);
  const [payment, found] = await Promise.all([askCurrent(), carried && askOpen(carried)]);
  const begun = readBegun(carried?.checkoutId);
  const isOurs = begun !== undefined && begun.txRef === payment?.tx_ref;
  const over = payment?.status === "paid" ? overAs(payment, carried, isOurs) : undefined;
  if (over) return over;
  // the checkout page said so before the reload: never a second charge
  if (begun?.paid && token.read()) return { is: "confirming", paid: begun.paid };
  if (!carried) return payment?.status === "pending" ? { is: "waiting", payment } : TO_CART;
  if (found?.is === "shut") return found;
  const isPending = payment?.status === "pending" && payment.amount === carried.order.amount;
  return { is: "form", begun: isPending ? payment.tx_ref : undefined, late: found?.late ?? false };
}

/** Whether the carried checkout may be asked for money, as far as anybody could say. */
export async function askOpen({
  order,
  checkoutId,
}: Carried): Promise<Shutting | { is: "open"; late: boolean }> {
  const found = checkoutId ? await askStanding(checkoutId, order) : undefined;
  const shut = shutBy(found);
  if (shut?.status === "ordered") endCheckout("placed", checkoutId);
  return shut ? { is: "shut", shut } : { is: "open", late: found?.status === "open" && found.late === true };
}

type Shutting = Extract<Standing, { is: "shut" }>;

const TO_CART: Standing = { is: "elsewhere", to: "/cart" };

/** The order of a checkout that ended in another tab, or before the shopper came back: confirmed when it is paid. */
async function orderOf(placed: string): Promise<Standing> {
  const [found, payment] = await Promise.all([askStanding(placed), askCurrent()]);
  if (payment?.refund) return { is: "returned", said: payment.resultDesc ?? TEXTS.moneyBack, other: false };
  if (found?.status !== "ordered" || !found.paid) return { is: "elsewhere", to: "/orders" };
  return { is: "finished", orderId: found.orderId, other: false };
}

/** A payment that is paid; undefined when this tab carries another order. */
function overAs(
  { orderId, amount, refund, resultDesc }: Current,
  carried: Carried | undefined,
  isOurs: boolean,
): Standing | undefined {
  if (!orderId && !refund) return undefined;
  if (isOurs && refund) return returned(resultDesc);
  if (!isOurs && carried && amount !== carried.order.amount) return undefined;
  const isOwn = isOurs && finish(carried);
  const other = !isOwn && carried !== undefined;
  if (refund) return { is: "returned", said: resultDesc ?? TEXTS.moneyBack, other };
  return orderId ? { is: "finished", orderId, other } : undefined;
}

/**
 * Asks for the order of what is paid, and gives what the page shows next (specification §8). `calm`: it is being waited
 * for, and one question without an answer is no news. Never throws.
 */
export async function place(
  paid: Paid,
  carried: Carried | undefined,
  { calm = false } = {},
): Promise<Standing> {
  const signedIn = token.read();
  try {
    const { pending, refund, message } = await sendOrder(paid, carried);
    if (pending) return { is: "confirming", paid };
    if (refund) return returned(message);
    finish(carried);
    toast("success", message);
    return { is: "placed" };
  } catch (error) {
    const { status, message } = readRefusal(error);
    if (calm && status !== 400 && status !== 401) return stillConfirming(paid, carried);
    if (status === 401) dropSignIn(signedIn);
    toast("error", message);
    if (status === 400 && carried && (await isFailed(paid))) {
      endBegun();
      return { is: "form", fault: { next: "again", message } };
    }
    return { is: "unplaced", paid, message, signedOut: status === 401 };
  }
}

/** Nobody could be asked, or too often; our own tables may know of the order all the same. */
async function stillConfirming(paid: Paid, carried: Carried | undefined): Promise<Standing> {
  const payment = await askCurrent();
  if (payment?.tx_ref !== paid.txRef || payment.status !== "paid") return { is: "confirming", paid };
  if (payment.refund) return returned(payment.resultDesc);
  finish(carried);
  return { is: "placed" };
}

/** This tab's payment is over, and no order of its own. */
function returned(said: string = TEXTS.moneyBack): Standing {
  endBegun();
  return { is: "returned", said, other: false };
}

function readRefusal(error: unknown): { status: number; message: string } {
  const status = error instanceof CallError ? error.status : 0;
  if (status === 401) return { status, message: TEXTS.cardSignedOut };
  if (status === 400) return { status, message: `Bad request: ${messageOf(error)}` };
  return { status, message: TEXTS.cardOrderFailed };
}

/** Our server has it from the provider that nothing was charged: another try is no second charge. */
async function isFailed({ txRef }: Paid): Promise<boolean> {
  const payment = await askCurrent();
  return payment?.tx_ref === txRef && payment.status === "failed";
}

/** The order is there, and this tab's checkout is over; gives whether it is of the goods carried here. */
export function finish(carried: Carried | undefined): boolean {
  const isOwn = endBegun(carried);
  if (carried) endCheckout("placed", carried.checkoutId);
  if (carried && isOwn) takeOutOrdered(orderedLines(carried.order));
  else void refreshCart();
  return isOwn;
}
