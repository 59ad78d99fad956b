import "../../ordering/ordering.css";
import "../payments.css";
import { useEffect } from "react";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { type Carried, useCarriedOrder } from "../../ordering/carried-order.ts";
import { Elsewhere } from "../../ordering/elsewhere.tsx";
import { MISSING } from "../../ordering/methods.ts";
import { LatePrompt, NotPayable } from "../../ordering/not-payable.tsx";
import { SignInFirst, useCameSignedIn } from "../../ordering/sign-in-first.tsx";
import { useSettings } from "../../ordering/use-settings.ts";
import { OFFLINE } from "../../platform/browser/call.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { privateMeta } from "../../site/page-meta.ts";
import { PaymentReturned, PushFinished } from "../mpesa/push/push-paid.tsx";
import { PayByTill } from "../mpesa/till-code/pay-by-till.tsx";
import { PaySkeleton } from "../pay-skeleton.tsx";
import { TEXTS } from "../rules.ts";
import { CardConfirming, CardPlaced, CardUnplaced, CardWaiting } from "./card-ended.tsx";
import { CardForm } from "./card-form.tsx";
import { useOwnDocument } from "./own-document.ts";
import { useCardPayment } from "./use-card-payment.ts";

export function meta() {
  return privateMeta("Pay by card");
}

/** Asks for a card payment and follows it (specification §5); without order data or a payment under way: the cart. */
export default function FlutterwavePage() {
  const found = useCarriedOrder();
  const isOffered = useSettings()?.methods.includes("flutterwave") ?? true;
  const signedIn = useCameSignedIn();
  if (found.is === "elsewhere" && (!signedIn || !isOffered))
    return <Elsewhere to={found.to} left={found.left} />;
  const carried = found.is === "here" ? found.carried : undefined;
  const placed = found.is === "elsewhere" ? found.placed : undefined;
  return (
    <div className="page-narrow stack">
      <h1>Pay by card</h1>
      <NeedsScript />
      {found.is === "waiting" && <Loading />}
      {found.is !== "waiting" && !signedIn && <SignInFirst />}
      {found.is !== "waiting" && signedIn && isOffered && <OwnDocument carried={carried} placed={placed} />}
      {found.is !== "waiting" && signedIn && !isOffered && (
        <PayByTill title="Please pay another way" message={MISSING.flutterwave} state={carried} />
      )}
    </div>
  );
}

const FORGETFUL =
  "This browser keeps nothing for us, so the card page would not know that you are logged in. Pay another way, or let this site keep data and log in again.";

type Found = {
  carried: Carried | undefined;
  /** The checkout carried here has its order already. */
  placed: string | undefined;
};

function OwnDocument({ carried, placed }: Found) {
  const mine = useOwnDocument();
  const online = useOnline();
  const scriptUrl = useSettings()?.cardScript ?? "";
  if (mine === "ours") return <Payment carried={carried} placed={placed} scriptUrl={scriptUrl} />;
  if (mine === "never")
    return <PayByTill title="The card page could not be opened" message={TEXTS.cardAway} state={carried} />;
  if (mine === "forgetful")
    return <PayByTill title="Please pay another way" message={FORGETFUL} state={carried} />;
  return (
    <>
      <Loading />
      <p className="field-hint" role="status">
        {online ? "" : OFFLINE}
      </p>
    </>
  );
}

function Payment({ carried, placed, scriptUrl }: Found & { scriptUrl: string }) {
  const { standing, doing, pay, again, look, other } = useCardPayment({ carried, placed, scriptUrl });
  switch (standing.is) {
    case "looking":
      return <Loading />;
    case "confirming":
      return <CardConfirming onAgain={again} />;
    case "unplaced":
      return (
        <CardUnplaced
          message={standing.message}
          signedOut={standing.signedOut}
          doing={doing}
          onAgain={again}
        />
      );
    case "placed":
      return <CardPlaced />;
    case "finished":
      return <PushFinished orderId={standing.orderId} onOther={standing.other ? other : undefined} />;
    case "returned":
      return (
        <PaymentReturned
          said={standing.said}
          own={carried !== undefined && !standing.other}
          onOther={standing.other ? other : undefined}
        />
      );
    case "waiting":
      return <CardWaiting payment={standing.payment} onAgain={again} />;
    case "shut":
      if (carried)
        return (
          <div aria-live="polite">
            <NotPayable shut={standing.shut} carried={carried} onOver={() => void look()} />
          </div>
        );
      return <Leave to="/orders" />;
    case "form":
      if (carried)
        return (
          <>
            {standing.late && <LatePrompt />}
            <CardForm
              carried={carried}
              begun={standing.begun !== undefined}
              fault={standing.fault}
              doing={doing}
              onPay={(asked, after) => pay(carried, asked, after)}
            />
          </>
        );
      return <Leave to="/cart" />;
    case "elsewhere":
      return <Leave to={standing.to} />;
  }
}

/** Leaves this document at once: a step of the router's would be followed by a second load. */
function Leave({ to }: { to: "/cart" | "/orders" }) {
  useEffect(() => location.replace(to), [to]);
  return <Loading />;
}

function Loading() {
  return <PaySkeleton fields={4} />;
}
