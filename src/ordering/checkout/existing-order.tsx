import { type ReactNode, useSyncExternalStore } from "react";
import { type KnownPerson, LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { useGuest, useSignedIn } from "../../accounts/sign-in/sign-in.ts";
import { readCheckoutDraft } from "../../cart/checkout-draft.ts";
import { checkoutDraft, currentCheckout } from "../../cart/checkout-storage.ts";
import { Rich } from "../../language/rich.tsx";
import { t, tMessage } from "../../language/t.ts";
import { useShop } from "../../settings/use-settings.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { telLink } from "../../ui/tel-link.ts";
import { ORDER_TEXTS } from "../rules.ts";
import { personIn } from "./address.ts";

/** Whether a refusal says that the person signed in on this device before has the order (awaiting-order.server.ts). */
export function hasExistingOrder(status: number, said: unknown): boolean {
  return status === 409 && (said === ORDER_TEXTS.inAccount || said === ORDER_TEXTS.placedBefore);
}

/** Why no payment is asked for: somebody else has ordered in this checkout, or has a payment for it under way. */
export function WhyNoPayment({ said }: { said: string }) {
  if (hasExistingOrder(409, said)) return <ExistingOrder said={said} />;
  return <MayBePaid action={<NewOrder />} />;
}

/** Where to find the order of this checkout, that it needs no second payment, and that other items are a new order. */
export function ExistingOrder({ said }: { said: string }) {
  const isSignedIn = useSignedIn();
  const isGuest = useGuest();
  const inAccount = said === ORDER_TEXTS.inAccount;
  const orders = (
    <Link className="button button-primary" to="/orders">
      {t("See my orders")}
    </Link>
  );
  return (
    <Notice
      kind="error"
      title={inAccount ? t("This order is in your account") : t("This order was already sent")}
      action={
        <>
          {isSignedIn && !isGuest ? (
            orders
          ) : (
            <CheckoutLoginLink className="button button-primary">{t("Log in or sign up")}</CheckoutLoginLink>
          )}
          <NewOrder />
        </>
      }
    >
      <p>{tMessage(said)}</p>
      {!inAccount && <GuestsPayment />}
    </Notice>
  );
}

function NewOrder() {
  return (
    <Link className="button" to="/cart" onClick={() => currentCheckout.write(null)}>
      {t("Start a new order")}
    </Link>
  );
}

/** For somebody who is signed out while a payment of theirs may be under way, so that nobody pays twice. */
export function MayBePaid({ kind = "info", action }: { kind?: "info" | "error"; action: ReactNode }) {
  return (
    <Notice kind={kind} title={t("You may have already paid")} action={action}>
      <p>
        {t(
          "A payment for this order may be in progress, so please don't pay again. Once it's paid, we place your order, even if you close this page.",
        )}
      </p>
      <GuestsPayment />
    </Notice>
  );
}

/** How a guest whose session has ended finds the order they have paid for. */
export function GuestsPayment() {
  const shop = useShop();
  return (
    <p>
      <Rich
        sentence="Ordered as a guest? Use the link in your order email. Or sign up with the same email to see it in your account. Or call {phone}."
        phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
      />
    </p>
  );
}

/** Leads to the login page and back, with the name and e-mail typed in the checkout, so that nobody types them twice. */
export function CheckoutLoginLink(props: { className?: string; children?: ReactNode }) {
  useSyncExternalStore(checkoutDraft.subscribe, checkoutDraft.read, () => null);
  return <LoginLink {...props} person={knownPerson()} />;
}

function knownPerson(): KnownPerson {
  const { person = {}, address } = readCheckoutDraft();
  const { firstName, lastName, email = "" } = personIn(person, address);
  return { name: `${firstName} ${lastName}`.trim(), email: email.trim() };
}
