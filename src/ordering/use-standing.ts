import { useEffect, useEffectEvent, useState } from "react";
import { endCheckout } from "../cart/checkout-storage.ts";
import { askStanding } from "./ask-standing.ts";
import type { CheckoutState } from "./checkout-state.ts";
import type { CheckoutStanding } from "./contract.ts";
import { usePolling } from "./use-polling.ts";

/** Why no money may be asked for. */
export type Shut = Exclude<CheckoutStanding, { status: "open" }>;

/** Undefined where money may be asked for; also where nobody could say. */
export function shutBy(standing: CheckoutStanding | undefined): Shut | undefined {
  return standing && standing.status !== "open" ? standing : undefined;
}

/**
 * How the carried checkout stands: asked when the page opens, when it is looked at again, and, while a payment is under
 * way, until it has ended. `codeRefused`: why an order by a code would be refused. `asking` until the first answer; an
 * answer that does not come changes nothing.
 */
export function useStanding({ order, checkoutId }: CheckoutState) {
  const [standing, setStanding] = useState<CheckoutStanding>();
  const [asking, setAsking] = useState(true);

  const ask = async () => {
    const found = checkoutId ? await askStanding(checkoutId, order) : undefined;
    setAsking(false);
    if (!found) return;
    setStanding(found);
    // its pieces leave the cart with the server's next answer
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
