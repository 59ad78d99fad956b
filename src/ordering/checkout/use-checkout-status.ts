import { useEffect, useEffectEvent, useState } from "react";
import { endCheckout } from "../../cart/checkout-storage.ts";
import { usePolling } from "../../platform/browser/use-polling.ts";
import { useWake } from "../../platform/browser/use-wake.ts";
import type { CheckoutStatus } from "../contract.ts";
import type { CheckoutState } from "./checkout-state.ts";
import { fetchCheckoutStatus } from "./fetch-checkout-status.ts";

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
