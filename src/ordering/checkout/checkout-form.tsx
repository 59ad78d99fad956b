import { type FormEvent, useRef } from "react";
import { focusFault } from "../../accounts/form-focus.ts";
import { totalOf } from "../../cart/rules.ts";
import type { PricedCart } from "../../cart/use-priced-cart.ts";
import { deliveryOf, feesOf } from "../../delivery/rules.ts";
import { useDeliverySettings } from "../../delivery/use-delivery-settings.ts";
import { t } from "../../language/t.ts";
import { CHOICES } from "../methods.ts";
import { useAddressForm } from "./address.ts";
import { toCheckoutState } from "./checkout-state.ts";
import { MethodChoice, useMethod } from "./choices.tsx";
import { CouponField, useCoupon } from "./coupon-field.tsx";
import { DeliveryInformation, useDestination } from "./delivery-information.tsx";
import { useGoOn } from "./guest-session.ts";
import { AlsoInCart, mayOrder, OrderBar, PoliciesApart, Prices } from "./order-summary.tsx";

/** Where the parcel goes, the way to pay, and what it costs. A shopper who is signed out orders as a guest. */
export function CheckoutForm({ priced }: { priced: PricedCart }) {
  const { offered, chosen, choose } = useMethod();
  const form = useRef<HTMLFormElement>(null);
  const { faults, place: typed, update, look, check } = useAddressForm(form);
  const settings = useDeliverySettings();
  const destination = useDestination(typed);
  const { place, delivery, isFilled } = destination;
  const { point } = destination.pickUp;
  const { subtotal } = priced;
  const fees = feesOf(settings, place, subtotal);
  const { goOn, busy, said } = useGoOn();
  const coupon = useCoupon(priced.lines, place);
  const { counting, discountAt, reduction } = coupon;
  const ready = mayOrder(priced, fees) && !coupon.waits && isFilled;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!ready) return;
    const address = check(event.currentTarget, point);
    if (!address) {
      // an old saved address may break a rule made since
      if (delivery.view === "card" && !point) delivery.change();
      return focusFault(event.currentTarget);
    }
    const { fee } = deliveryOf(settings, { ...address, pickUp: point }, subtotal);
    const amount = totalOf(subtotal, fee) - discountAt(fee);
    const order = { address, delivery: point?.name, lines: priced.lines, amount, coupon: counting?.code };
    goOn(chosen, () => toCheckoutState({ ...order, deliveryFee: fee }));
  };

  return (
    <form className="with-bar" ref={form} onSubmit={submit} onInput={update} onBlur={look} noValidate>
      <div className="checkout-main">
        <MethodChoice offered={offered} chosen={chosen} onChoose={choose} />
        <DeliveryInformation destination={destination} faults={faults} subtotal={subtotal} />
      </div>
      <div className={priced.lines.length > 3 ? "checkout-side checkout-side-long" : "checkout-side"}>
        <div className="stack">
          <Prices priced={priced} fees={fees} reduction={reduction} />
          {(priced.ready || !priced.failed) && <CouponField coupon={coupon} />}
          <AlsoInCart lines={priced.lines} />
        </div>
        <PoliciesApart />
        <OrderBar
          priced={priced}
          fees={fees}
          reduction={reduction}
          ready={ready}
          waits={coupon.waits}
          onward={t(CHOICES[chosen].onward)}
          busy={busy}
          said={said}
        />
      </div>
    </form>
  );
}
