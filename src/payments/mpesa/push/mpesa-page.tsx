import { t } from "../../../language/t.ts";
import "../../payments.css";
import { useState } from "react";
import { LoginLink } from "../../../accounts/sign-in/login-link.tsx";
import { NeedsScript } from "../../../cart/needs-script.tsx";
import { WithMpesa } from "../../../language/rich.tsx";
import { type CheckoutState, useCheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { GuestsPayment } from "../../../ordering/checkout/order-elsewhere.tsx";
import { Redirect, SignInFirst, useCameSignedIn } from "../../../ordering/checkout/signed-out.tsx";
import { MISSING } from "../../../ordering/methods.ts";
import { friendlyPhone } from "../../../phone-rules.ts";
import { useSettings } from "../../../settings/use-settings.ts";
import { privateMeta } from "../../../site/document/page-meta.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PaySkeleton } from "../../pay-skeleton.tsx";
import { PaymentFinished, PaymentReturned } from "../../payment-ended.tsx";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { PayByTill } from "../till-code/pay-by-till.tsx";
import { PushHeld, PushRefused, PushUnknown, PushUnsure } from "./push-ended.tsx";
import { PushForm } from "./push-form.tsx";
import { PushPaid } from "./push-paid.tsx";
import { barsHere, isOwn, isUnsure } from "./push-state.ts";
import { PushWaiting } from "./push-waiting.tsx";
import { usePush } from "./use-push.ts";

export function meta() {
  return privateMeta(t("Pay with M-Pesa"));
}

/** Asks for a push payment and follows it (specification §4, §5); without order data or a payment under way: the cart. */
export default function MpesaPage() {
  const found = useCheckoutState();
  const signedIn = useCameSignedIn();
  if (found.type === "redirect" && (found.to === "/orders" || !signedIn))
    return <Redirect to={found.to} loggedOut={found.loggedOut} />;
  return (
    <div className="page-narrow stack">
      <h1>
        <WithMpesa>{t("Pay with M-Pesa")}</WithMpesa>
      </h1>
      <NeedsScript />
      {found.type === "loading" && <PaySkeleton fields={2} />}
      {found.type === "ready" && !signedIn && <SignInFirst carried={found.state} />}
      {found.type !== "loading" && signedIn && (
        <Payment
          carried={found.type === "ready" ? found.state : undefined}
          left={found.type === "redirect" && found.loggedOut}
        />
      )}
    </div>
  );
}

function Payment({ carried, left }: { carried: CheckoutState | undefined; left: boolean }) {
  const { push, dispatch, look, lookAge } = usePush(carried);
  // kept while prompts come and go
  const [phone, setPhone] = useState(() => friendlyPhone(carried?.order.address.phone ?? ""));
  const way = { carried, onAgain: () => dispatch({ type: "again" }) };
  switch (push.type) {
    case "looking":
      return <PaySkeleton fields={2} />;
    case "pending": {
      const { running } = push;
      const onOver = () => dispatch({ type: "time-over", id: running.id });
      if (isUnsure(running)) return <PushUnsure running={running} onOver={onOver} {...way} />;
      return <PushWaiting running={running} onOver={onOver} {...way} />;
    }
    case "over":
      return <PushUnknown reason={push.reason} {...way} />;
    case "held":
      return <PushHeld onOther={carried && !barsHere(push.running) ? way.onAgain : undefined} />;
    case "failed":
      return <PushRefused key={push.code} code={push.code} {...way} />;
    case "paid":
      return <PushPaid running={push.running} carried={carried} />;
    case "finished":
      return <PaymentFinished orderId={push.orderId} onOther={carried && way.onAgain} />;
    case "returned": {
      const own = isOwn(push.running);
      return (
        <PaymentReturned
          message={push.message}
          own={own}
          onOther={carried && !own ? way.onAgain : undefined}
        />
      );
    }
    case "signed-out":
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
    case "idle":
      if (carried)
        return (
          <Idle
            carried={carried}
            phone={phone}
            onPhone={setPhone}
            again={push.again ?? false}
            earlier={push.earlier}
            onAccepted={(running) => {
              dispatch({ type: "accepted", running });
              // it may be the prompt another tab has asked for, and older
              void lookAge();
            }}
            onElsewhere={(running) => dispatch({ type: "elsewhere", running })}
            onShow={() => void look()}
          />
        );
      return push.unasked ? (
        <Unasked onAgain={() => void look()} />
      ) : (
        <Redirect to="/cart" loggedOut={left} />
      );
  }
}

/** The form, where this shop can take such a payment. */
function Idle(props: Parameters<typeof PushForm>[0]) {
  const settings = useSettings();
  if (settings?.methods.includes("mpesa") ?? true) return <PushForm {...props} />;
  return <PayByTill title={t("Please pay another way")} message={MISSING.mpesa} state={props.carried} />;
}

/** Whether a payment is under way nobody could say; without an order there is nothing else to show. */
function Unasked({ onAgain }: { onAgain: () => void }) {
  return (
    <Notice
      kind="error"
      title={t("We couldn't check your payment")}
      action={
        <button type="button" className="button" onClick={onAgain}>
          {t("Try again")}
        </button>
      }
    >
      <p>{t("If you've paid, your order will show in My orders.")}</p>
    </Notice>
  );
}
