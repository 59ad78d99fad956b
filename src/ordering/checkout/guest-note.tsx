import { useEffect, useEffectEvent, useState } from "react";
import { focusField } from "../../accounts/form-focus.ts";
import { useSignedIn } from "../../accounts/sign-in/sign-in.ts";
import { currentCheckout } from "../../cart/checkout-storage.ts";
import { t } from "../../language/t.ts";
import { usePolling } from "../../platform/browser/use-polling.ts";
import { isPaidByOther, useMayBePaidByOther } from "./checkout-status.ts";
import { CheckoutLoginLink, MayBePaid } from "./existing-order.tsx";

/** Above the checkout: that the person signed in before may have paid this order already; or that no account is needed. */
export function GuestNote() {
  const signedIn = useSignedIn() === true;
  const isPaid = useMayBePaidByOther();
  const asking = useAsking(isPaid && signedIn);
  if (asking) return null;
  if (isPaid) return <PaidNote signedIn={signedIn} />;
  return signedIn ? null : <GuestOrLogin />;
}

/** Asks about the payment begun here before this log-in, until it is over; true until the first answer. */
function useAsking(active: boolean): boolean {
  const [asked, setAsked] = useState(false);
  const ask = async () => {
    await isPaidByOther(currentCheckout.read() ?? undefined);
    setAsked(true);
  };
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (active) void askNow();
    else setAsked(false);
  }, [active]);
  usePolling(active, ask);
  return active && !asked;
}

/** Ordering as a guest is what happens without a log-in: its button leads to the first field that is empty. */
function GuestOrLogin() {
  const start = () => {
    const fields = [...document.querySelectorAll<HTMLInputElement>(".address-fields input")];
    focusField(fields.find(({ value }) => !value) ?? fields[0]);
  };
  return (
    <p className="checkout-note">
      <span>{t("No account needed.")}</span>
      <span className="row">
        <button type="button" className="link-button" onClick={start}>
          {t("Order as a guest")}
        </button>
        <CheckoutLoginLink />
      </span>
    </p>
  );
}

/** Whoever was signed in before may have paid for this checkout; "another order" starts one that is paid on its own. */
function PaidNote({ signedIn }: { signedIn: boolean }) {
  return (
    <MayBePaid
      action={
        <>
          {!signedIn && (
            <CheckoutLoginLink className="button button-primary">{t("Log in or sign up")}</CheckoutLoginLink>
          )}
          <button type="button" className="button" onClick={() => currentCheckout.write(null)}>
            {t("Start a new order")}
          </button>
        </>
      }
    />
  );
}
