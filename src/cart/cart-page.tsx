import "./cart.css";
import "../ui/summary-bar.css";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatPrice } from "../catalogue/rules.ts";
import { isTooMuch, OrderLimit } from "../ordering/checkout/order-limit.tsx";
import { privateMeta } from "../site/document/page-meta.ts";
import { Notice } from "../ui/notice.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { CartLine } from "./cart-line.tsx";
import { useCartLoading } from "./cart-loading.ts";
import { CartSkeleton } from "./cart-skeleton.tsx";
import { useCart } from "./cart-storage.ts";
import { setQuantity } from "./cart-store.ts";
import { CartTotals } from "./cart-totals.tsx";
import { NeedsScript } from "./needs-script.tsx";
import type { PricedLine } from "./priced-line.ts";
import { linesOf, totalOf } from "./rules.ts";
import { acceptPrices, useEarlierPrice } from "./seen-prices.ts";
import { sizeName } from "./size-name.ts";
import { type PricedCart, usePricedCart } from "./use-priced-cart.ts";

export function meta() {
  return privateMeta("Your cart");
}

export default function CartPage() {
  const cart = useCart();
  const priced = usePricedCart(cart, { earlierToo: true });
  const [said, setSaid] = useState("");
  // before hydration nobody knows what is kept in this browser, nor, before the server answered, an account's cart
  const hydrated = useHydrated();
  const cartLoading = useCartLoading();
  const known = hydrated && !cartLoading;
  const empty = linesOf(cart).length === 0;

  const change = (line: PricedLine, quantity: number) => {
    const name = `${line.product?.name ?? "Item"}, ${sizeName(line.size)}`;
    setSaid(quantity === 0 ? `${name} removed.` : `${name}: ${quantity}.`);
    void setQuantity({ productId: line.productId, size: line.size, quantity });
  };

  return (
    <div className="page">
      <h1 tabIndex={-1}>Your cart</h1>
      <NeedsScript />
      <p className="visually-hidden" role="status">
        {said} {priced.ready && said && `Total ${formatPrice(totalOf(priced.subtotal))}.`}
      </p>
      <div className="with-bar">
        <div className="stack">
          {!known && <CartSkeleton lines={priced.lines.length} />}
          {known && (empty ? <EmptyCart /> : <Lines priced={priced} onChange={change} />)}
        </div>
        {known && (priced.ready || empty) && <CartTotals subtotal={priced.subtotal} />}
        {priced.ready && !empty && <CheckoutBar priced={priced} />}
      </div>
    </div>
  );
}

function EmptyCart() {
  return (
    <Notice
      kind="empty"
      title="Your cart is empty"
      action={
        <Link className="button button-primary" to="/collection">
          See the collection
        </Link>
      }
    >
      <p>Choose something you like; it waits here for you, also before you log in.</p>
    </Notice>
  );
}

function Lines({
  priced,
  onChange,
}: {
  priced: PricedCart;
  onChange: (line: PricedLine, quantity: number) => void;
}) {
  const { lines, ready, fault, retry } = priced;
  const earlierPrice = useEarlierPrice(lines);
  return (
    <>
      {fault && (
        <Notice
          kind="error"
          title="We could not check your cart"
          action={
            <button type="button" className="button" onClick={retry}>
              Try again
            </button>
          }
        >
          <p>
            {fault} {ready ? "You see the prices we knew last." : "Your items are safe on this device."}
          </p>
        </Notice>
      )}
      {!ready && !fault && <CartSkeleton lines={lines.length} />}
      {ready && (
        <ul className="cart-lines">
          {lines.map((line) => (
            <CartLine
              key={`${line.productId} ${line.size}`}
              line={line}
              earlierPrice={earlierPrice(line)}
              onQuantity={(quantity) => onChange(line, quantity)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The total and the way on: always in view on a phone, under the totals elsewhere. */
function CheckoutBar({ priced: { lines, subtotal, blocked, earlier } }: { priced: PricedCart }) {
  const navigate = useNavigate();
  const tooMuch = isTooMuch(subtotal);
  const proceed = () => {
    acceptPrices(lines);
    navigate("/place-order");
  };
  return (
    <div className="summary-bar">
      {blocked && (
        <p className="field-fault" id="cart-blocked">
          Change or remove the marked items first.
        </p>
      )}
      {tooMuch && <OrderLimit id="cart-too-much" />}
      {earlier && (
        <p className="field-hint" id="cart-earlier">
          Checkout opens with today's prices, as soon as we have them.
        </p>
      )}
      <p className="summary-total">
        Total <strong className="price">{formatPrice(totalOf(subtotal))}</strong>
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
        PROCEED TO CHECKOUT
      </button>
    </div>
  );
}
