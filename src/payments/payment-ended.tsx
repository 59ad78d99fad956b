import { useEffect } from "react";
import { refreshCart } from "../cart/cart-store.ts";
import { endCheckout } from "../cart/checkout-storage.ts";
import { Rich } from "../language/rich.tsx";
import { t, tMessage } from "../language/t.ts";
import { placedPath, shortId } from "../ordering/rules.ts";
import { useShop } from "../settings/use-settings.ts";
import { Link } from "../ui/link.tsx";
import { telLink } from "../ui/tel-link.ts";
import { PaymentTitle } from "./payment-title.tsx";
import { PAYMENT_TEXTS } from "./rules.ts";

/** A payment that has become an order already. `onOther` is for a shopper who has come to pay for something else. */
export function PaymentFinished({
  orderId,
  onOther,
}: {
  orderId: string;
  onOther?: (() => void) | undefined;
}) {
  // the server has cleared the account's cart
  useEffect(() => void refreshCart(), []);
  return (
    <section className="notice notice-success push">
      <PaymentTitle>{t(PAYMENT_TEXTS.confirmed)}</PaymentTitle>
      <p>
        <Rich
          sentence="Your order {orderId} is placed. You don't need to do anything more."
          orderId={<strong>{shortId(orderId)}</strong>}
        />
      </p>
      <p className="notice-action">
        <Link className="button button-primary" to={placedPath(orderId)} replace>
          {t("See my orders")}
        </Link>
        {onOther && <NewOrder onNew={onOther} />}
      </p>
    </section>
  );
}

type ReturnedProps = { message: string; own: boolean; onOther?: (() => void) | undefined };

/** Paid, and the money goes back. `own`: it was paid for the checkout of this page; what is still wanted is a new one. */
export function PaymentReturned({ message, own, onOther }: ReturnedProps) {
  useEffect(() => {
    if (own) endCheckout("placed");
    // it may hold the goods still
    void refreshCart();
  }, [own]);
  return (
    <section className="notice notice-warning push">
      <PaymentTitle>{t("We're refunding you")}</PaymentTitle>
      <p>{tMessage(message)}</p>
      <p>
        {t("You don't need to do anything: we refund you the way you paid, and email you when it's sent.")}
      </p>
      <p className="notice-action">
        <Link className="button button-primary" to="/orders" replace>
          {t("See my orders")}
        </Link>
        {onOther && <NewOrder onNew={onOther} />}
      </p>
    </section>
  );
}

/** Whom to call or write to when a payment or its order is stuck. */
export function Support() {
  const shop = useShop();
  return (
    <Rich
      sentence="If this goes on, call {phone} or write to {email}."
      phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
      email={<a href={`mailto:${shop.email}`}>{shop.email}</a>}
    />
  );
}

/** For a shopper who has come to pay for something else than what is shown. */
export function NewOrder({ onNew }: { onNew: () => void }) {
  return (
    <button type="button" className="button" onClick={onNew}>
      {t("Start a new order")}
    </button>
  );
}
