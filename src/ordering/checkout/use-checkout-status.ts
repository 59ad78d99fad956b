import { useEffect, useEffectEvent, useState } from "react";
import { endCheckout } from "../../cart/checkout-storage.ts";
import type { CheckoutStatus } from "../contract.ts";
import { usePolling } from "../use-polling.ts";
import type { CheckoutState } from "./checkout-state.ts";
import { fetchCheckoutStatus } from "./fetch-checkout-status.ts";

/** A status with which no payment may be started. */
export type Shut = Exclude<CheckoutStatus, { status: "open" }>;

/** The status when it blocks a payment; undefined when a payment may be started, or the status is unknown. */
export function shutBy(standing: CheckoutStatus | undefined): Shut | undefined {
  return standing && standing.status !== "open" ? standing : undefined;
}

/**
 * The status of this page's checkout: fetched when the page opens or becomes visible, and polled while a payment is
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
  useEffect(() => {
    const wake = () => document.visibilityState === "visible" && void askNow();
    void askNow();
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, []);
  const shut = shutBy(standing);
  usePolling(shut !== undefined && shut.status !== "ordered", ask);

  const open = standing?.status === "open" ? standing : undefined;
  return { asking, shut, late: open?.late === true, codeRefused: open?.codeRefused, ask };
}
