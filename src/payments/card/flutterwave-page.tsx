import { type Sentence, t } from "../../language/t.ts";
import "../payments.css";
import { useEffect } from "react";
import { useSettings } from "../../settings/use-settings.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { LatePrompt, NotPayable } from "../not-payable.tsx";
import { PayFrame } from "../pay-frame.tsx";
import { LineHint, NotOffered, PayByTill, PaySkeleton } from "../pay-parts.tsx";
import { isBusy } from "../payment.ts";
import { PaymentFinished, PaymentReturned } from "../payment-ended.tsx";
import { PAYMENT_TEXTS } from "../rules.ts";
import { usePayment } from "../use-payment.ts";
import { CardConfirming, CardPlaced, CardUnplaced, CardWaiting } from "./card-ended.tsx";
import { CardForm } from "./card-form.tsx";
import { type Given, lookForCard, placeCardOrder } from "./card-order.ts";
import { useOwnDocument } from "./use-own-document.ts";

export function meta() {
  return privateMeta(t("Pay by card"));
}

/** Asks for a card payment and follows it (specification §5); without order data or a payment under way: the cart. */
export default function FlutterwavePage() {
  return (
    <PayFrame title={t("Pay by card")} loading={<Loading />} stays={() => true}>
      {(carried, { placed }) => <OwnDocument carried={carried} placed={placed} />}
    </PayFrame>
  );
}

const NO_STORAGE =
  "This browser doesn't save our data, so the card page can't tell that you're logged in. Pay another way, or let this site save data and log in again." satisfies Sentence;

function OwnDocument(given: Given) {
  const { carried } = given;
  const state = useOwnDocument();
  const settings = useSettings();
  // where the owner has switched cards off, a payment that is under way goes on
  const isOffered = settings?.methods.includes("flutterwave") ?? true;
  const scriptUrl = settings?.cardScript ?? "";
  // the key: another checkout is another payment, and starts afresh
  if (state === "ready")
    return <CardPayment key={carried?.checkoutId} {...given} isOffered={isOffered} scriptUrl={scriptUrl} />;
  // this server takes no cards
  if (state !== "loading" && !isOffered)
    return carried ? <NotOffered method="flutterwave" state={carried} /> : <Leave to="/cart" />;
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
      <LineHint />
    </>
  );
}

type CardPaymentProps = Given & { isOffered: boolean; scriptUrl: string };

function CardPayment({ isOffered, scriptUrl, ...given }: CardPaymentProps) {
  const { carried } = given;
  const { payment, dispatch, look, begin, checkAgain } = usePayment({
    look: (during) => lookForCard(given, during.type),
    order: async (payment, quiet) =>
      payment.type === "confirming" || payment.type === "unplaced"
        ? placeCardOrder(payment.paid, carried, { quiet: payment.type === "confirming" || quiet })
        : payment,
    wakes: ({ type }) => type === "idle" || type === "shut",
  });
  const again = () => dispatch({ type: "again" });
  switch (payment.type) {
    case "confirming":
      return <CardConfirming />;
    case "unplaced": {
      const { message, signedOut } = payment;
      return (
        <CardUnplaced message={message} signedOut={signedOut} busy={isBusy(payment)} onAgain={checkAgain} />
      );
    }
    case "placed":
      return <CardPlaced orderId={payment.orderId} />;
    case "finished": {
      const { orderId, isOther } = payment;
      if (!orderId) return <Leave to="/orders" />;
      return <PaymentFinished orderId={orderId} onOther={isOther ? again : undefined} />;
    }
    case "returned": {
      const { message, isOther } = payment;
      const own = carried !== undefined && !isOther;
      return <PaymentReturned message={message} own={own} onOther={isOther ? again : undefined} />;
    }
    case "waiting":
      return <CardWaiting amount={payment.amount} />;
    case "shut":
      return (
        carried && (
          <div aria-live="polite">
            <NotPayable shut={payment.shut} checkoutState={carried} onOver={() => void look()} />
          </div>
        )
      );
    case "idle":
      if (!carried) return <Leave to="/cart" />;
      // a payment that was begun before may still be paid; a new one may not
      if (!isOffered && !payment.started) return <NotOffered method="flutterwave" state={carried} />;
      return (
        <>
          {payment.late && <LatePrompt />}
          <CardForm
            carried={carried}
            payment={payment}
            scriptUrl={scriptUrl}
            begin={begin}
            onStep={(step) => dispatch({ type: "step", step })}
          />
        </>
      );
    default:
      return <Loading />;
  }
}

/** Leaves this document at once; by the router, the page would be loaded a second time. */
function Leave({ to }: { to: "/cart" | "/orders" }) {
  useEffect(() => location.replace(to), [to]);
  return <Loading />;
}

function Loading() {
  return <PaySkeleton fields={4} />;
}
