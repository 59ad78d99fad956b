import { type ReactNode, useEffect } from "react";
import { LoginLink } from "../accounts/sign-in/login-link.tsx";
import { refreshCart } from "../cart/cart-store.ts";
import { endCheckout } from "../cart/checkout-storage.ts";
import { Rich } from "../language/rich.tsx";
import { type Sentence, t, tMessage } from "../language/t.ts";
import { GuestsPayment } from "../ordering/checkout/existing-order.tsx";
import { shortId } from "../ordering/rules.ts";
import { useShop } from "../settings/use-settings.ts";
import { Notice } from "../ui/notice.tsx";
import { telLink } from "../ui/tel-link.ts";
import { PaymentTitle, ToOrders } from "./pay-parts.tsx";
import { PAYMENT_TEXTS } from "./rules.ts";

/** A payment that has become an order. `onOther` is for a shopper who came to pay for another order. */
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
        <ToOrders placed={orderId} />
        {onOther && <NewOrder onNew={onOther} />}
      </p>
    </section>
  );
}

type ReturnedProps = { message: string; own: boolean; onOther?: (() => void) | undefined };

/** Paid, and being refunded. `own`: it was paid for this page's checkout, which therefore ends. */
export function PaymentReturned({ message, own, onOther }: ReturnedProps) {
  useEffect(() => {
    if (own) endCheckout("placed");
    // the account's cart may still contain the goods
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
        <ToOrders />
        {onOther && <NewOrder onNew={onOther} />}
      </p>
    </section>
  );
}

type UnplacedProps = {
  /** Why it has no order yet, and `safe`: that its money is safe. */
  said: string;
  safe: string;
  signedOut: boolean;
  busy: boolean;
  onAgain: () => void;
  children?: ReactNode;
};

/** Paid, but no order yet: "again" repeats only the order, never the payment. `children`: another next step. */
export function PaymentUnplaced({ said, safe, signedOut, busy, onAgain, children }: UnplacedProps) {
  return (
    <>
      <p role="alert">
        <strong>{said}</strong>
      </p>
      <p>
        {safe} <Support sentence="If this goes on, call {phone} or write to {email}." />
      </p>
      {signedOut && <GuestsPayment />}
      <p className="notice-action">
        {signedOut && <LoginLink className="button">{t("Log in and come back")}</LoginLink>}
        <button type="button" className="button button-primary" aria-disabled={busy} onClick={onAgain}>
          {busy ? t("Checking…") : t("Check again")}
        </button>
        {children}
      </p>
    </>
  );
}

type Whom = Extract<
  Sentence,
  | "If this goes on, call {phone} or write to {email}."
  | "Charged but no order? Call {phone} or write to {email}."
>;

/** The phone and e-mail to turn to when a payment or its order is stuck. */
export function Support({ sentence }: { sentence: Whom }) {
  const shop = useShop();
  return (
    <Rich
      sentence={sentence}
      phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
      email={<a href={`mailto:${shop.email}`}>{shop.email}</a>}
    />
  );
}

/** For a shopper who came to pay for another order than the one shown. */
export function NewOrder({ onNew }: { onNew: () => void }) {
  return (
    <button type="button" className="button" onClick={onNew}>
      {t("Start a new order")}
    </button>
  );
}

/** The sign-in has ended; the payment goes on without this page. */
export function PaymentSignedOut() {
  return (
    <Notice
      kind="error"
      title={t("Log in to see your payment")}
      action={<LoginLink className="button">{t("Log in and come back")}</LoginLink>}
    >
      <p>
        {t("{signedOut}. Your payment goes on without this page, so don't pay twice.", {
          signedOut: t(PAYMENT_TEXTS.signedOut),
        })}
      </p>
      <GuestsPayment />
    </Notice>
  );
}
