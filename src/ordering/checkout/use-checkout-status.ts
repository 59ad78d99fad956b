import { useEffect, useEffectEvent, useState } from "react";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { endCheckout } from "../../cart/checkout-storage.ts";
import { call, withTimeout } from "../../platform/browser/call.ts";
import { usePolling, useWake } from "../../platform/browser/use-polling.ts";
import type { CheckoutStatus, checkoutStanding } from "../contract.ts";
import { type CheckoutState, itemsOf, type OrderToPlace } from "./checkout-state.ts";
import { claimPayment, mayBePaidByOther } from "./payment-begun.ts";

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

/** The status when it blocks a payment; undefined when a payment may be started, or the status is unknown. */
export function shutBy(standing: CheckoutStatus | undefined): Shut | undefined {
  return standing && standing.status !== "open" ? standing : undefined;
}

/**
 * The status of this page's checkout: fetched when the page opens, is looked at again or back online, and polled while a payment is
 * pending. `codeRefused`: why an order by a code would be refused. `asking` until the first answer; a missing answer
 * changes nothing.
 */
export function useCheckoutStatus({ order, checkoutId }: CheckoutState) {
  const [standing, setStanding] = useState<CheckoutStatus>();
  const [asking, setAsking] = useState(true);

  const ask = async () => {
    const found = checkoutId ? await fetchCheckoutStatus(checkoutId, order) : undefined;
    setAsking(false);
    if (!found) return;
    setStanding(found);
    // the cart's next answer no longer has its lines
    if (found.status === "ordered") endCheckout("placed", checkoutId);
  };
  const askNow = useEffectEvent(ask);
  useEffect(() => void askNow(), []);
  useWake(true, () => void ask());
  const shut = shutBy(standing);
  usePolling(shut !== undefined && shut.status !== "ordered", ask);

  const open = standing?.status === "open" ? standing : undefined;
  return { asking, shut, late: open?.late === true, codeRefused: open?.codeRefused, ask };
}

/**
 * Whether somebody else may have paid for this checkout. The shop is asked how it stands for the person who is signed in now: where
 * nobody else has it under way or ordered, what was begun here is theirs, after another log-in or from guest to account, or it
 * has ended unpaid. Without an answer it may be paid. Never throws.
 */
export async function isPaidByOther(checkoutId: string | undefined): Promise<boolean> {
  if (!mayBePaidByOther(checkoutId)) return false;
  const signedIn = token.read();
  const standing = signedIn && checkoutId ? await fetchCheckoutStatus(checkoutId) : undefined;
  if (!standing || standing.status === "elsewhere" || token.read() !== signedIn) return true;
  claimPayment(checkoutId);
  return false;
}
