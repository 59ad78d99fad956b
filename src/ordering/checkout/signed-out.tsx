import { useState } from "react";
import { endOf } from "../../cart/checkout-storage.ts";
import { t, tMessage } from "../../language/t.ts";
import { messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { usePageSignal } from "../../platform/browser/use-page-signal.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { CheckoutState } from "./checkout-state.ts";
import { mayBePaid } from "./checkout-status.ts";
import { CheckoutLoginLink, MayBePaid } from "./existing-order.tsx";
import { haveSession, waitingText } from "./guest-session.ts";

type SignedOutProps = {
  carried: CheckoutState;
  kind?: "error";
  /** The title after a log-out, which ends the checkout: only the way back to the cart is left. */
  leftTitle: string;
  /** Repeats what the shopper asked for, now that there is a session. */
  onGuest?: () => void;
};

/**
 * Nobody is signed in to pay: the buyer goes on as a guest, with the details in `carried`, or logs in. Where the person signed in
 * before may have paid already, no payment is asked for.
 */
export function SignedOut({ carried, kind, leftTitle, onGuest }: SignedOutProps) {
  if (mayBePaid(carried.checkoutId))
    return (
      <MayBePaid
        kind={kind}
        action={
          <>
            <CheckoutLoginLink className="button button-primary">{t("Log in or sign up")}</CheckoutLoginLink>
            <Link className="button" to="/place-order">
              {t("Order something else")}
            </Link>
          </>
        }
      />
    );
  if (endOf(carried.checkoutId))
    return (
      <Notice
        kind={kind ?? "info"}
        title={leftTitle}
        action={
          <CheckoutLoginLink className="button button-primary">{t("Log in and come back")}</CheckoutLoginLink>
        }
      />
    );
  return (
    <Notice
      kind={kind ?? "info"}
      title={t("Order as a guest, or log in")}
      action={<GuestOrLogin carried={carried} onGuest={onGuest} />}
    >
      <p>{t("Your cart and your details are saved on this device.")}</p>
    </Notice>
  );
}

function GuestOrLogin({ carried, onGuest }: Pick<SignedOutProps, "carried" | "onGuest">) {
  const [said, setSaid] = useState("");
  const [busy, run] = useBusy();
  const ofPage = usePageSignal();
  const asGuest = () =>
    run(async () => {
      setSaid("");
      try {
        const onWaiting = () => setSaid(waitingText());
        const { order, checkoutId } = carried;
        await haveSession(order.address, { checkoutId, onWaiting, signal: ofPage() });
        onGuest?.();
      } catch (error) {
        setSaid(tMessage(messageOf(error)));
      }
    });
  return (
    <>
      <button
        type="button"
        className="button button-primary"
        aria-disabled={busy || undefined}
        onClick={asGuest}
      >
        {t("Order as a guest")}
      </button>
      <CheckoutLoginLink className="button" />
      <span className={said ? "field-fault" : "visually-hidden"} role="status">
        {said}
      </span>
    </>
  );
}
