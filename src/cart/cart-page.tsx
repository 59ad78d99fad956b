import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import "../ui/summary-bar.css";
import { useState } from "react";
import { isTooMuch, ORDER_TEXTS } from "../ordering/rules.ts";
import { privateMeta } from "../site/document/page-meta.ts";
import { useHydrated } from "../ui/use-hydrated.ts";
import { useOpen } from "../ui/use-open.ts";
import { CartLines, CartSkeleton } from "./cart-line.tsx";
import { setQuantity, useCart, useCartLoading } from "./cart-store.ts";
import { CartTotals, type Fees, totalText, useFees } from "./cart-totals.tsx";
import { NeedsScript } from "./needs-script.tsx";
import { EmptyNotice } from "./notices.tsx";
import { linesOf, sizeName } from "./rules.ts";
import { acceptPrices, type PricedCart, type PricedLine, usePricedCart } from "./use-priced-cart.ts";

export function meta() {
  return privateMeta(t("Your cart"));
}

export default function CartPage() {
  const cart = useCart();
  const priced = usePricedCart(cart, { earlierToo: true });
  const { fees, place } = useFees(priced.subtotal);
  const [said, setSaid] = useState("");
  // unknown before hydration (this browser's storage), and for an account until the server has answered
  const hydrated = useHydrated();
  const cartLoading = useCartLoading();
  const known = hydrated && !cartLoading;
  const empty = linesOf(cart).length === 0;

  const change = (line: PricedLine, quantity: number) => {
    const name = `${line.product?.name ?? t("Item")}, ${sizeName(line.size)}`;
    setSaid(quantity === 0 ? t("{name} removed.", { name }) : `${name}: ${quantity}.`);
    void setQuantity({ productId: line.productId, size: line.size, quantity });
  };

  return (
    <div className="page">
      <h1 tabIndex={-1}>{t("Your cart")}</h1>
      <NeedsScript />
      <p className="visually-hidden" role="status">
        {said}{" "}
        {priced.ready &&
          said &&
          !empty &&
          t("Total {subtotal}.", { subtotal: totalText(priced.subtotal, fees) })}
      </p>
      {known && empty ? (
        <EmptyNotice title={t("Your cart is empty")}>
          {t("Choose something you like. It stays here, even before you log in.")}
        </EmptyNotice>
      ) : (
        <div className="with-bar">
          <div className="stack">
            {known ? (
              <CartLines priced={priced} onChange={change} />
            ) : (
              <CartSkeleton lines={priced.lines.length} />
            )}
          </div>
          {known && priced.ready && <CartTotals subtotal={priced.subtotal} fees={fees} place={place} />}
          {priced.ready && !empty && <CheckoutBar priced={priced} fees={fees} />}
        </div>
      )}
    </div>
  );
}

/** The total and the button to the checkout: always in view on a phone, under the totals on wider screens. */
function CheckoutBar({ priced, fees }: { priced: PricedCart; fees: Fees }) {
  const { lines, subtotal, blocked, earlier } = priced;
  const open = useOpen();
  const tooMuch = isTooMuch(subtotal, fees);
  const proceed = () => {
    acceptPrices(lines);
    open("/place-order");
  };
  return (
    <div className="summary-bar">
      {blocked && (
        <p className="field-fault" id="cart-blocked">
          {t("Change or remove the marked items first.")}
        </p>
      )}
      {tooMuch && (
        <p className="field-fault" id="cart-too-much">
          {t(ORDER_TEXTS.amountTooLarge)}
        </p>
      )}
      {earlier && (
        <p className="field-hint" id="cart-earlier">
          {t("You can check out as soon as we have today's prices.")}
        </p>
      )}
      <p className="summary-total">
        <Rich
          sentence="Total {subtotal}"
          subtotal={<strong className="price">{totalText(subtotal, fees)}</strong>}
        />
      </p>
      <button
        type="button"
        className="button button-primary"
        disabled={blocked || tooMuch || earlier}
        aria-describedby={
          blocked ? "cart-blocked" : tooMuch ? "cart-too-much" : earlier ? "cart-earlier" : undefined
        }
        onClick={proceed}
      >
        {t("PROCEED TO CHECKOUT")}
      </button>
    </div>
  );
}
