import { useSyncExternalStore } from "react";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { currentCheckout, endCheckout, goodsHeld, paymentBegun } from "../../cart/checkout-storage.ts";
import { call, withTimeout } from "../../platform/browser/call.ts";
import type { CheckoutStatus, checkoutStanding } from "../contract.ts";
import { type CheckoutState, itemsOf, type OrderToPlace } from "./checkout-state.ts";

/** Milliseconds to wait for the answer. */
const TIMEOUT = 4_000;

/** The status of this checkout and its items from our server; undefined when there is no answer in time. Never throws. */
export async function fetchCheckoutStatus(
  checkout: string,
  order?: OrderToPlace,
): Promise<CheckoutStatus | undefined> {
  if (!token.read()) return undefined;
  const about = order && {
    items: itemsOf(order),
    state: order.address.state,
    city: order.address.city,
    delivery: order.delivery,
  };
  const answer = call<typeof checkoutStanding>("/api/payment/checkout", { checkout, ...about }).then(
    ({ standing }) => standing,
    () => undefined,
  );
  return withTimeout(answer, TIMEOUT);
}

/** A status with which no payment may be started. */
export type Shut = Exclude<CheckoutStatus, { status: "open" }>;

/** Whether money may be asked for a checkout, by the server's answer; undefined where there was none. Never throws. */
export async function askCheckout({ order, checkoutId }: CheckoutState): Promise<CheckoutAnswer | undefined> {
  const standing = checkoutId ? await fetchCheckoutStatus(checkoutId, order) : undefined;
  // ended here, so that the cart's next answer leaves out its lines
  if (standing?.status === "ordered") endCheckout("placed", checkoutId);
  return standing?.status === "open" ? standing : standing && { shut: standing };
}

/** `codeRefused`: why an order by a typed code would be refused now. `late`: an earlier prompt may still be paid. */
type CheckoutAnswer = { shut?: Shut; late?: boolean; codeRefused?: string };

/**
 * Whether another customer may have paid for this checkout. Asks the server for the status as the person who is signed in now
 * sees it: where no other customer has ordered it or is paying, what was begun here is their own (after another log-in, or from
 * guest to account), or has ended unpaid. Without an answer it may be paid. Never throws.
 */
export async function isPaidByOther(checkoutId: string | undefined): Promise<boolean> {
  if (!mayBePaidByOther(checkoutId)) return false;
  const signedIn = token.read();
  const standing = signedIn && checkoutId ? await fetchCheckoutStatus(checkoutId) : undefined;
  if (!standing || standing.status === "elsewhere" || token.read() !== signedIn) return true;
  // theirs from now on, after another log-in or a guest's sign-up
  notePayment(checkoutId, signedIn);
  return false;
}

/** Characters of a sign-in token that tell two apart, but are not enough to sign in. */
const MARK = 8;

const markOf = (signedIn: string | null) => signedIn?.slice(-MARK) ?? "";

/** Records that money is asked for in this checkout, in the name of `signedIn`. */
export function notePayment(checkout = "", signedIn = token.read()): void {
  paymentBegun.write(`${checkout}:${markOf(signedIn)}`);
  goodsHeld.write(checkout);
}

/** Whether money was asked for last in this checkout. A new guest is another customer to the shop, and would pay a second time. */
export function mayBePaid(checkout = ""): boolean {
  return paymentBegun.read()?.startsWith(`${checkout}:`) ?? false;
}

/** Whether money was asked for in this checkout by another customer than the one who is signed in now. */
export function mayBePaidByOther(checkout = ""): boolean {
  const here = markOf(token.read());
  return mayBePaid(checkout) && (here === "" || paymentBegun.read() !== `${checkout}:${here}`);
}

/** Whether another customer may have paid for the checkout under way; follows changes while the page is open. */
export function useMayBePaidByOther(): boolean {
  return useSyncExternalStore(onChange, isCurrentPaid, () => false);
}

function onChange(listener: () => void): () => void {
  const ends = [currentCheckout, paymentBegun, token].map((kept) => kept.subscribe(listener));
  return () => {
    for (const end of ends) end();
  };
}

function isCurrentPaid(): boolean {
  const checkout = currentCheckout.read();
  return checkout !== null && mayBePaidByOther(checkout);
}
