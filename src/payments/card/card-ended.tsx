import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { LoginLink } from "../../accounts/login-link.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import { shop } from "../../shop.ts";
import { PushTitle } from "../mpesa/push/push-title.tsx";
import { TEXTS } from "../rules.ts";
import type { Current } from "./card-calls.ts";

/** Milliseconds between two questions, and until the orders are shown (specification §9). */
const ASK_EVERY = 5_000;
const GO_AFTER = 2_000;

type AgainProps = { doing: string; onAgain: () => void };

/** Paid, as the card page says; the provider has not told us yet. Asks on by itself. */
export function CardConfirming({ onAgain }: { onAgain: () => void }) {
  useAskOn(onAgain);
  return (
    <section className="panel stack push">
      <PushTitle>{TEXTS.beingConfirmed}</PushTitle>
      <p>We are waiting for the card provider's word. This usually takes a few seconds.</p>
      <p>
        It is safe to close this page: your order is placed by itself once the payment is confirmed, and you
        find it in <Link to="/orders">My orders</Link>. Please do not pay again.
      </p>
    </section>
  );
}

/** Paid, and no order yet: asks again as often as one likes, and never for the money. */
export function CardUnplaced({
  message,
  signedOut,
  doing,
  onAgain,
}: { message: string; signedOut: boolean } & AgainProps) {
  return (
    <section className="notice notice-error push">
      <PushTitle>We could not place your order yet</PushTitle>
      <p role="alert">{message}</p>
      <p>
        Please do not pay again: what you have paid is safe, and checking again costs nothing. Call{" "}
        <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a> or write to {shop.email} if it goes
        on.
      </p>
      <p className="notice-action">
        {signedOut && <LoginLink className="button">Log in and come back</LoginLink>}
        <button
          type="button"
          className="button button-primary"
          aria-disabled={doing !== ""}
          onClick={onAgain}
        >
          {doing || "Check again"}
        </button>
        <Link className="button" to="/orders">
          See my orders
        </Link>
      </p>
    </section>
  );
}

/** The order is placed; its page follows by itself. */
export function CardPlaced() {
  useEffect(() => {
    const timer = setTimeout(() => {
      // the card page's document ends here; without a connection the link is still there
      if (navigator.onLine) location.replace("/orders");
    }, GO_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="notice push push-paid">
      <PushTitle>{TEXTS.confirmed}</PushTitle>
      <p>Your order is placed. We are taking you to your orders…</p>
      <p className="notice-action">
        <Link className="button button-primary" to="/orders" replace>
          See my orders
        </Link>
      </p>
    </section>
  );
}

/** A payment begun in another tab, seen from one that carries no order. */
export function CardWaiting({ payment, onAgain }: { payment: Current; onAgain: () => void }) {
  useAskOn(onAgain);
  return (
    <section className="panel stack push">
      <PushTitle>A card payment was begun</PushTitle>
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

/** Asks every 5 s, offline not at all. */
function useAskOn(ask: () => void): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    const timer = setInterval(() => navigator.onLine && askNow(), ASK_EVERY);
    return () => clearInterval(timer);
  }, []);
}
