import { useEffect, useState, useSyncExternalStore } from "react";
import { currentCheckout, typedCoupon } from "../../cart/checkout-storage.ts";
import type { PricedLine } from "../../cart/priced-line.ts";
import type { Place } from "../../delivery/rules.ts";
import { call, messageOf } from "../../platform/browser/call.ts";
import type { quote } from "../contract.ts";
import { type Basket, type CouponRule, discountOf } from "../coupons/rules.ts";

/** A coupon that counts, as the server says. */
type Counting = CouponRule & { code: string; source: string };
type Answer = { asked: string; counting?: Counting; refusal?: string };

export type CheckoutCoupon = ReturnType<typeof useCoupon>;

/**
 * The code of a coupon that is typed here, or came with a link, and whether it counts for these goods there: the server says
 * so each time that either changes. What it takes off is reckoned by the same rule as the server's.
 */
export function useCoupon(lines: PricedLine[], place: Place) {
  const code = useSyncExternalStore(typedCoupon.subscribe, typedCoupon.read, () => null);
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const bought = lines.filter(({ product, trouble }) => product && !trouble);
  const items = bought.map(({ productId: _id, size, quantity }) => ({ _id, size, quantity }));
  const asked =
    code && items.length > 0
      ? JSON.stringify([code, items, place.state, place.city, place.pickUp?.name, attempt])
      : "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` has all that is sent
  useEffect(() => {
    if (!asked) return;
    let current = true;
    const { state, city, pickUp } = place;
    const about = {
      items,
      coupon: code ?? undefined,
      ...(state ? { state } : {}),
      ...(city ? { city } : {}),
      ...(pickUp ? { delivery: pickUp.name } : {}),
    };
    // a use that an earlier payment of this checkout has is its own
    const checkout = currentCheckout.read();
    call<typeof quote>("/api/order/quote", about, checkout ? { "idempotency-key": checkout } : {}).then(
      ({ coupon }) => current && setAnswer({ asked, ...(coupon ? { counting: coupon } : {}) }),
      (error: unknown) => current && setAnswer({ asked, refusal: messageOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [asked]);

  const isKnown = answer?.asked === asked;
  const counting = asked && isKnown ? answer.counting : undefined;
  const goods: Basket["lines"] = bought.map(({ product, quantity }) => ({
    price: product?.price ?? 0,
    category: product?.category ?? null,
    quantity,
  }));
  return {
    code,
    counting,
    /** Why it does not count. */
    refusal: asked && isKnown ? answer.refusal : undefined,
    waits: asked !== "" && !isKnown,
    /** What it takes off where delivery costs so much, in KES. */
    discountAt: (deliveryFee: number) => (counting ? discountOf(counting, { lines: goods, deliveryFee }) : 0),
    apply: (typed: string) => {
      typedCoupon.write(typed);
      setAttempt(attempt + 1);
    },
    remove: () => typedCoupon.write(null),
  };
}
