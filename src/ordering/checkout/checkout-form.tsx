import { type FormEvent, useRef } from "react";
import { useLocation } from "react-router";
import { focusFault } from "../../accounts/form-focus.ts";
import { totalOf } from "../../cart/rules.ts";
import type { PricedLine } from "../../cart/seen-prices.ts";
import type { PricedCart } from "../../cart/use-priced-cart.ts";
import { deliveryOf, feesOf } from "../../delivery/rules.ts";
import { useDeliverySettings } from "../../delivery/use-delivery-settings.ts";
import { t } from "../../language/t.ts";
import { discountName } from "../coupons/rules.ts";
import { CHOICES } from "../methods.ts";
import { useSettings } from "../use-settings.ts";
import { useAddressForm } from "./address.ts";
import { toCheckoutState } from "./checkout-state.ts";
import { CouponField, useCoupon } from "./coupon-field.tsx";
import { DeliveryInformation } from "./delivery-information.tsx";
import { useGoOn } from "./guest-session.ts";
import { MethodChoice, rememberMethod, useChosen } from "./method-choice.tsx";
import { mayOrder, OrderBar, PoliciesApart, Prices } from "./order-summary.tsx";
import { usePickUp } from "./pick-up-choice.tsx";
import { useDelivery } from "./use-delivery.ts";

/** Where the parcel goes, the way to pay, and what it costs. Who is signed out goes on as a guest. */
export function CheckoutForm({ priced }: { priced: PricedCart }) {
  const offered = useSettings()?.methods ?? ["cod"];
  const [chosen, choose] = useChosen(offered);
  const form = useRef<HTMLFormElement>(null);
  const { faults, place: typed, update, look, check } = useAddressForm(form);
  const delivery = useDelivery();
  const settings = useDeliverySettings();
  const pickUp = usePickUp();
  const { point } = pickUp;
  const known = delivery.view === "card" ? (delivery.chosen ?? {}) : typed;
  const place = point ? { pickUp: point } : known;
  const { subtotal } = priced;
  const fees = feesOf(settings, place, subtotal);
  const { goOn, busy, said } = useGoOn();
  const coupon = useCoupon(priced.lines, place);
  const { counting, discountAt } = coupon;
  const reduction = counting && { name: discountName(counting), off: discountAt };
  const isFilled = point || delivery.view === "fields" || delivery.view === "card";
  const ready = mayOrder(priced, fees) && !coupon.waits && Boolean(isFilled);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!ready) return;
    const address = check(event.currentTarget, point);
    if (!address) {
      // an address of long ago may break a rule of today
      if (delivery.view === "card" && !point) delivery.change();
      return focusFault(event.currentTarget);
    }
    rememberMethod(chosen);
    const { fee } = deliveryOf(settings, { ...address, pickUp: point }, subtotal);
    const amount = totalOf(subtotal, fee) - discountAt(fee);
    const order = { address, delivery: point?.name, lines: priced.lines, amount, coupon: counting?.code };
    goOn(chosen, () => toCheckoutState({ ...order, deliveryFee: fee }));
  };

  return (
    <form className="with-bar" ref={form} onSubmit={submit} onInput={update} onBlur={look} noValidate>
      <div className="checkout-main">
        <MethodChoice offered={offered} chosen={chosen} onChoose={choose} />
        <DeliveryInformation
          delivery={delivery}
          pickUp={pickUp}
          faults={faults}
          place={place}
          subtotal={subtotal}
        />
      </div>
      <div className={priced.lines.length > 3 ? "checkout-side checkout-side-long" : "checkout-side"}>
        <div className="stack">
          <Prices priced={priced} fees={fees} reduction={reduction} />
          {!priced.failed && <CouponField coupon={coupon} />}
          <AlsoInCart lines={priced.lines} />
        </div>
        <PoliciesApart />
        <OrderBar
          priced={priced}
          fees={fees}
          reduction={reduction}
          ready={ready}
          onward={t(CHOICES[chosen].onward)}
          busy={busy}
          said={said}
        />
      </div>
    </form>
  );
}

/** After Buy now: the order is not that one thing alone. */
function AlsoInCart({ lines }: { lines: PricedLine[] }) {
  const { boughtNow } = (useLocation().state ?? {}) as { boughtNow?: { productId: string; size: string } };
  if (!boughtNow) return null;
  const others = lines.some(
    ({ productId, size }) => productId !== boughtNow.productId || size !== boughtNow.size,
  );
  return others && <p className="field-hint">{t("This order also has what was already in your cart.")}</p>;
}
