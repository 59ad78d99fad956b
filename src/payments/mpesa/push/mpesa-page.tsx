import { t } from "../../../language/t.ts";
import "../../payments.css";
import { useState } from "react";
import { RetryNotice } from "../../../cart/notices.tsx";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { friendlyPhone } from "../../../phone-rules.ts";
import { useSettings } from "../../../settings/use-settings.ts";
import { privateMeta } from "../../../site/document/page-meta.ts";
import { PayFrame, Redirect } from "../../pay-frame.tsx";
import { NotOffered, PaySkeleton } from "../../pay-parts.tsx";
import { barsHere, isUnsure } from "../../payment.ts";
import { PaymentFinished, PaymentReturned, PaymentSignedOut } from "../../payment-ended.tsx";
import { type Begin, usePayment } from "../../use-payment.ts";
import { lookForPrompt } from "./pay-by-prompt.ts";
import { PushHeld, PushRefused, PushUnknown, PushUnsure, PushWaiting } from "./push-ended.tsx";
import { PushForm } from "./push-form.tsx";
import { PushPaid } from "./push-paid.tsx";

export function meta() {
  return privateMeta(t("Pay with M-Pesa"));
}

/** Asks for a push payment and follows it (specification §4, §5); without order data or a payment under way: the cart. */
export default function MpesaPage() {
  return (
    <PayFrame
      title={t("Pay with M-Pesa")}
      loading={<PaySkeleton fields={2} />}
      stays={({ to }) => to !== "/orders"}
    >
      {(carried, { loggedOut = false }) => (
        <PushPayment key={carried?.checkoutId} carried={carried} left={loggedOut} />
      )}
    </PayFrame>
  );
}

function PushPayment({ carried, left }: { carried: CheckoutState | undefined; left: boolean }) {
  const { payment, dispatch, look, begin } = usePayment({
    look: (during) => lookForPrompt(carried, during.type),
    wakes: ({ type }) => type === "pending",
  });
  // kept here, so that the number typed outlasts each prompt
  const [phone, setPhone] = useState(() => friendlyPhone(carried?.order.address.phone ?? ""));
  const isOffered = useSettings()?.methods.includes("mpesa") ?? true;
  const again = () => dispatch({ type: "again" });
  const way = { carried, onAgain: again };
  const pay: Begin = (work) =>
    // it may be an earlier prompt, asked for by another tab
    begin(work, (as) => as.type === "pending" && void look(as));
  switch (payment.type) {
    case "pending": {
      const { prompt } = payment;
      const onOver = () => dispatch({ type: "time-over", id: prompt.id });
      const Shown = isUnsure(prompt) ? PushUnsure : PushWaiting;
      return <Shown prompt={prompt} onOver={onOver} {...way} />;
    }
    case "over":
      return <PushUnknown reason={payment.reason} {...way} />;
    case "held":
      return <PushHeld onOther={carried && !barsHere(payment.prompt) ? again : undefined} />;
    case "failed":
      return <PushRefused key={payment.code} code={payment.code} {...way} />;
    case "paid":
      return <PushPaid prompt={payment.prompt} carried={carried} />;
    case "finished":
      return <PaymentFinished orderId={payment.orderId ?? ""} onOther={carried && again} />;
    case "returned":
      return (
        <PaymentReturned
          message={payment.message}
          own={carried !== undefined && !payment.isOther}
          onOther={carried && payment.isOther ? again : undefined}
        />
      );
    case "signed-out":
      return <PaymentSignedOut />;
    case "idle":
      if (carried && !isOffered) return <NotOffered method="mpesa" state={carried} />;
      if (carried) {
        const form = { carried, payment, phone, onPhone: setPhone, begin: pay, onShow: () => void look() };
        return <PushForm {...form} />;
      }
      // it could not be asked whether a payment is under way; without an order there is nothing else to show
      if (payment.unasked)
        return (
          <RetryNotice title={t("We couldn't check your payment")} onRetry={() => void look()}>
            {t("If you've paid, your order will show in My orders.")}
          </RetryNotice>
        );
      return <Redirect to="/cart" loggedOut={left} />;
    default:
      return <PaySkeleton fields={2} />;
  }
}
