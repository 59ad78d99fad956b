import { useEffect } from "react";
import { formatPrice } from "../catalogue/rules.ts";
import { deliveryOf, findPoint } from "../delivery/rules.ts";
import { fetchDelivery, useDeliverySettings } from "../delivery/use-delivery-settings.ts";
import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import type { CheckoutState } from "../ordering/checkout/checkout-state.ts";

/** The current total of an order, in KES, and why it differs from the one shown. */
export function NewTotal({ amount, carried }: { amount: number; carried: CheckoutState }) {
  const settings = useDeliverySettings();
  // the owner may have just changed the fee
  useEffect(() => void fetchDelivery(), []);
  const { order, deliveryFee: before } = carried;
  const { items, address, delivery } = order;
  const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const pickUp = delivery === undefined ? undefined : findPoint(settings, delivery);
  const { fee: now } = deliveryOf(settings, { ...address, pickUp }, subtotal);
  return (
    <p>
      <Rich
        sentence="The new total is {amount}."
        amount={<strong className="price">{formatPrice(amount)}</strong>}
      />{" "}
      {before !== undefined && now !== before
        ? t("Delivery is now {now}; it was {before}.", {
            now: formatPrice(now),
            before: formatPrice(before),
          })
        : amount !== order.amount &&
          t(
            order.coupon
              ? "A price in your cart has changed, or your coupon no longer counts."
              : "A price in your cart has changed.",
          )}
    </p>
  );
}
