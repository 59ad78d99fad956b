import { useEffect } from "react";
import { formatPrice } from "../../catalogue/rules.ts";
import { Rich } from "../../language/rich.tsx";
import { t, tMessage } from "../../language/t.ts";
import { placedPath } from "../../ordering/rules.ts";
import { whenOnline } from "../../platform/browser/line-back.ts";
import { Link } from "../../ui/link.tsx";
import { OrdersLink, PaymentOffline, PaymentTitle } from "../pay-parts.tsx";
import { PaymentUnplaced } from "../payment-ended.tsx";
import { PAYMENT_TEXTS } from "../rules.ts";

/** Milliseconds until the orders are shown (specification §9). */
const GO_AFTER = 2_000;

/** The card page says that it is paid; the provider has not confirmed it to us yet. */
export function CardConfirming() {
  return (
    <section className="panel stack push">
      <PaymentTitle>{t(PAYMENT_TEXTS.beingConfirmed)}</PaymentTitle>
      <p>{t("We're waiting for the card provider to confirm. It usually takes a few seconds.")}</p>
      <CardOffline />
      <p>
        <Rich
          sentence="You can close this page. We'll place your order as soon as the payment is confirmed; find it in {myOrders}. Please don't pay again."
          myOrders={<OrdersLink />}
        />
      </p>
    </section>
  );
}

type UnplacedProps = { message: string; signedOut: boolean; busy: boolean; onAgain: () => void };

/** Paid, but no order could be placed yet. */
export function CardUnplaced({ message, ...again }: UnplacedProps) {
  return (
    <section className="notice notice-warning push">
      <PaymentTitle>{t("We couldn't place your order yet")}</PaymentTitle>
      <PaymentUnplaced
        said={tMessage(message)}
        safe={t("Please don't pay again: your money is safe, and checking again costs nothing.")}
        {...again}
      >
        <Link className="button" to="/orders">
          {t("See my orders")}
        </Link>
      </PaymentUnplaced>
    </section>
  );
}

/** The order is placed; its page opens after a moment. */
export function CardPlaced({ orderId }: { orderId: string | undefined }) {
  const orders = orderId ? placedPath(orderId) : "/orders";
  useEffect(() => {
    let callOff: (() => void) | undefined;
    const timer = setTimeout(() => {
      // the card page's document ends here; without a connection the link stays usable
      callOff = whenOnline(() => location.replace(orders));
    }, GO_AFTER);
    return () => {
      clearTimeout(timer);
      callOff?.();
    };
  }, [orders]);
  return (
    <section className="notice notice-success push">
      <PaymentTitle>{t(PAYMENT_TEXTS.confirmed)}</PaymentTitle>
      <p>{t("Your order is placed. We're taking you to your orders…")}</p>
      <p className="notice-action">
        <Link className="button button-primary" to={orders} replace>
          {t("See my orders")}
        </Link>
      </p>
    </section>
  );
}

/** A payment started in another tab, shown in a tab that carries no order. */
export function CardWaiting({ amount }: { amount: number }) {
  return (
    <section className="panel stack push">
      <PaymentTitle>{t("You've started a card payment")}</PaymentTitle>
      <p>
        <Rich
          sentence="It's for {amount}, in another tab. Once it's paid, we'll place your order and show it here."
          amount={<strong className="price">{formatPrice(amount)}</strong>}
        />
      </p>
      <p>{t("Not paid yet? Finish it in that tab, or start again from your cart.")}</p>
      <CardOffline />
      <p className="notice-action">
        <Link className="button" to="/cart">
          {t("Go to your cart")}
        </Link>
      </p>
    </section>
  );
}

function CardOffline() {
  return (
    <PaymentOffline>
      {t("You're offline. Your payment goes on, and we check it again once you're back online.")}
    </PaymentOffline>
  );
}
