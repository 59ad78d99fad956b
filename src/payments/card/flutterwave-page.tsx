import { type Sentence, t } from "../../language/t.ts";
import "../payments.css";
import { useEffect } from "react";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { useCheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { LatePrompt, NotPayable } from "../../ordering/checkout/not-payable.tsx";
import { Redirect, SignInFirst, useCameSignedIn } from "../../ordering/checkout/signed-out.tsx";
import { MISSING } from "../../ordering/methods.ts";
import { OFFLINE } from "../../platform/browser/call.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { useSettings } from "../../settings/use-settings.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { PayByTill } from "../mpesa/till-code/pay-by-till.tsx";
import { PaySkeleton } from "../pay-skeleton.tsx";
import { PaymentFinished, PaymentReturned } from "../payment-ended.tsx";
import { PAYMENT_TEXTS } from "../rules.ts";
import { CardConfirming, CardPlaced, CardUnplaced, CardWaiting } from "./card-ended.tsx";
import { CardForm } from "./card-form.tsx";
import { isBusy } from "./card-state.ts";
import type { Given } from "./find-card-payment.ts";
import { useCardPayment } from "./use-card-payment.ts";
import { useOwnDocument } from "./use-own-document.ts";

export function meta() {
  return privateMeta(t("Pay by card"));
}

/** Asks for a card payment and follows it (specification §5); without order data or a payment under way: the cart. */
export default function FlutterwavePage() {
  const found = useCheckoutState();
  const isOffered = useSettings()?.methods.includes("flutterwave") ?? true;
  const signedIn = useCameSignedIn();
  if (found.type === "redirect" && !signedIn) return <Redirect to={found.to} loggedOut={found.loggedOut} />;
  const carried = found.type === "ready" ? found.state : undefined;
  const placed = found.type === "redirect" ? found.placed : undefined;
  return (
    <div className="page-narrow stack">
      <h1>{t("Pay by card")}</h1>
      <NeedsScript />
      {found.type === "loading" && <Loading />}
      {found.type === "ready" && !signedIn && <SignInFirst carried={found.state} />}
      {found.type !== "loading" && signedIn && (
        <OwnDocument carried={carried} placed={placed} isOffered={isOffered} />
      )}
    </div>
  );
}

const NO_STORAGE =
  "This browser doesn't save our data, so the card page can't tell that you're logged in. Pay another way, or let this site save data and log in again." satisfies Sentence;

/** `isOffered`: the owner has not switched cards off; what is under way goes on all the same. */
type Offered = Given & { isOffered: boolean };

function OwnDocument({ carried, placed, isOffered }: Offered) {
  const state = useOwnDocument();
  const online = useOnline();
  const scriptUrl = useSettings()?.cardScript ?? "";
  // another checkout is another payment
  if (state === "ready")
    return (
      <Payment
        key={carried?.checkoutId}
        carried={carried}
        placed={placed}
        isOffered={isOffered}
        scriptUrl={scriptUrl}
      />
    );
  // this server takes no cards
  if (state !== "loading" && !isOffered)
    return carried ? <NotOffered state={carried} /> : <Leave to="/cart" />;
  if (state === "failed")
    return (
      <PayByTill
        title={t("We couldn't open the card page")}
        message={PAYMENT_TEXTS.cardAway}
        state={carried}
      />
    );
  if (state === "no-storage")
    return <PayByTill title={t("Please pay another way")} message={NO_STORAGE} state={carried} />;
  return (
    <>
      <Loading />
      <p className="field-hint" role="status">
        {online ? "" : t(OFFLINE)}
      </p>
    </>
  );
}

function Payment({ carried, placed, isOffered, scriptUrl }: Offered & { scriptUrl: string }) {
  const { card, pay, checkAgain, look, startNew } = useCardPayment({ carried, placed, scriptUrl });
  switch (card.type) {
    case "looking":
      return <Loading />;
    case "confirming":
      return <CardConfirming />;
    case "unplaced":
      return (
        <CardUnplaced
          message={card.message}
          signedOut={card.signedOut}
          busy={isBusy(card)}
          onAgain={checkAgain}
        />
      );
    case "placed":
      return <CardPlaced orderId={card.orderId} />;
    case "finished":
      return <PaymentFinished orderId={card.orderId} onOther={card.isOther ? startNew : undefined} />;
    case "returned":
      return (
        <PaymentReturned
          message={card.message}
          own={carried !== undefined && !card.isOther}
          onOther={card.isOther ? startNew : undefined}
        />
      );
    case "waiting":
      return <CardWaiting payment={card.payment} />;
    case "not-payable":
      if (carried)
        return (
          <div aria-live="polite">
            <NotPayable shut={card.shut} checkoutState={carried} onOver={() => void look()} />
          </div>
        );
      return <Leave to="/orders" />;
    case "form":
      // one that was begun before may still be paid, and no other
      if (carried && !isOffered && !card.started) return <NotOffered state={carried} />;
      if (carried)
        return (
          <>
            {card.late && <LatePrompt />}
            <CardForm
              carried={carried}
              started={card.started ?? false}
              fault={card.fault}
              step={card.step}
              onPay={(asked, onForm) => pay(carried, asked, onForm)}
            />
          </>
        );
      return <Leave to="/cart" />;
    case "elsewhere":
      return <Leave to={card.to} />;
  }
}

function NotOffered({ state }: { state: Given["carried"] }) {
  return <PayByTill title={t("Please pay another way")} message={MISSING.flutterwave} state={state} />;
}

/** Leaves this document at once: a step of the router's would be followed by a second load. */
function Leave({ to }: { to: "/cart" | "/orders" }) {
  useEffect(() => location.replace(to), [to]);
  return <Loading />;
}

function Loading() {
  return <PaySkeleton fields={4} />;
}
