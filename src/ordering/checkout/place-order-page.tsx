import "../../ui/summary-bar.css";
import "../ordering.css";
import { useCart, useCartLoading } from "../../cart/cart-store.ts";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { EmptyNotice } from "../../cart/notices.tsx";
import { linesOf } from "../../cart/rules.ts";
import { usePricedCart } from "../../cart/use-priced-cart.ts";
import { t } from "../../language/t.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { GuestNote } from "./guest-note.tsx";

export function meta() {
  return privateMeta(t("Checkout"));
}

/** Delivery information and the way to pay. Shoppers who are signed out go on as guests. */
export default function PlaceOrderPage() {
  const hydrated = useHydrated();
  const cart = useCart();
  const priced = usePricedCart(cart);
  const cartLoading = useCartLoading();
  const empty = hydrated && !cartLoading && linesOf(cart).length === 0;
  return (
    <div className="page">
      <h1>{t("Checkout")}</h1>
      <NeedsScript />
      {empty ? (
        <EmptyNotice title={t("Your cart is empty")}>
          {t("There's nothing to order yet. What you typed here is saved on this device.")}
        </EmptyNotice>
      ) : (
        <>
          <GuestNote />
          <CheckoutForm priced={priced} />
        </>
      )}
    </div>
  );
}
