import { useEffect } from "react";
import { Link } from "react-router";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import { placedPath } from "../../ordering/placed-path.ts";
import { shop } from "../../shop.ts";
import type { CurrentPayment } from "../ask-current-payment.ts";
import { PaymentTitle } from "../payment-title.tsx";
import { PAYMENT_TEXTS } from "../rules.ts";

/** Milliseconds until the orders are shown (specification §9). */
const GO_AFTER = 2_000;

/** Paid, as the card page says; the provider has not told us yet. */
export function CardConfirming() {
  return (
    <section className="panel stack push">
      <PaymentTitle>{PAYMENT_TEXTS.beingConfirmed}</PaymentTitle>
      <p>We are waiting for the card provider's word. This usually takes a few seconds.</p>
      <p>
        You can close this page. We'll place your order as soon as the payment is confirmed; find it in{" "}
        <Link to="/orders">My orders</Link>. Please do not pay again.
      </p>
    </section>
  );
}

type UnplacedProps = { message: string; signedOut: boolean; busy: boolean; onAgain: () => void };

/** Paid, and no order yet: asks again as often as one likes, and never for the money. */
export function CardUnplaced({ message, signedOut, busy, onAgain }: UnplacedProps) {
  return (
    <section className="notice notice-error push">
      <PaymentTitle>We could not place your order yet</PaymentTitle>
      <p role="alert">{message}</p>
      <p>
        Please do not pay again: what you have paid is safe, and checking again costs nothing. Call{" "}
        <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a> or write to {shop.email} if it goes
        on.
      </p>
      <p className="notice-action">
        {signedOut && <LoginLink className="button">Log in and come back</LoginLink>}
        <button type="button" className="button button-primary" aria-disabled={busy} onClick={onAgain}>
          {busy ? "Checking…" : "Check again"}
        </button>
        <Link className="button" to="/orders">
          See my orders
        </Link>
      </p>
    </section>
  );
}

/** The order is placed; its page follows by itself. */
export function CardPlaced({ orderId }: { orderId: string | undefined }) {
  const orders = orderId ? placedPath(orderId) : "/orders";
  useEffect(() => {
    const go = () => location.replace(orders);
    const timer = setTimeout(() => {
      // the card page's document ends here; without a connection the link is still there
      if (navigator.onLine) go();
      else window.addEventListener("online", go, { once: true });
    }, GO_AFTER);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
    };
  }, [orders]);
  return (
    <section className="notice push push-paid">
      <PaymentTitle>{PAYMENT_TEXTS.confirmed}</PaymentTitle>
      <p>Your order is placed. We are taking you to your orders…</p>
      <p className="notice-action">
        <Link className="button button-primary" to={orders} replace>
          See my orders
        </Link>
      </p>
    </section>
  );
}

/** A payment started in another tab, seen from one that carries no order. */
export function CardWaiting({ payment }: { payment: CurrentPayment }) {
  return (
    <section className="panel stack push">
      <PaymentTitle>A card payment was begun</PaymentTitle>
      <p>
        It is for <strong className="price">{formatPrice(payment.amount)}</strong>, in another tab. Once it is
        paid, your order is placed by itself and shown here.
      </p>
      <p>Not paid yet? Finish it in that tab, or start again from your cart.</p>
      <p className="notice-action">
        <Link className="button" to="/cart">
          Go to your cart
        </Link>
      </p>
    </section>
  );
}
