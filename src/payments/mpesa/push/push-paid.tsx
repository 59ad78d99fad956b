import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { t } from "../../../language/t.ts";
import { type CheckoutState, keyOf } from "../../../ordering/checkout/checkout-state.ts";
import { placedPath } from "../../../ordering/rules.ts";
import { call, isOffline, isSignedOut } from "../../../platform/browser/call.ts";
import { STOPPED_TRYING } from "../../../platform/browser/line-back.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { toast } from "../../../ui/toast.ts";
import type { mpesaOrder } from "../../contract.ts";
import { PaymentTitle } from "../../pay-parts.tsx";
import { isOwn, type Prompt } from "../../payment.ts";
import { PaymentUnplaced } from "../../payment-ended.tsx";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { finishOrder, useRetrySent } from "../../use-payment.ts";

/** The connection was lost during a request; `signedIn`: the sign-in that it was sent with. */
type Lost = { signedIn: string | null };

/** The money has come: places its order, or finds the one the server has placed, and opens it (specification §4). */
export function PushPaid({ prompt, carried }: { prompt: Prompt; carried: CheckoutState | undefined }) {
  const [found, setFault] = useState<"failed" | "signed-out">();
  const [lost, setLost] = useState<Lost>();
  const [busy, run] = useBusy();
  const navigate = useNavigate();

  const place = () =>
    run(async () => {
      const signedIn = token.read();
      try {
        const { refund, message, orderId } = await placeOrder(prompt, carried);
        toast(refund ? "info" : "success", message);
        await navigate(placedPath(orderId), { replace: true });
      } catch (error) {
        if (isSignedOut(error)) dropSignIn(signedIn);
        setFault(isSignedOut(error) ? "signed-out" : "failed");
        setLost(isOffline(error) ? { signedIn } : undefined);
        toast("error", PAYMENT_TEXTS.orderFailed, { once: true, silent: true });
      }
    });
  // no checkoutId: an order that is placed by now is found even where another tab has ended the checkout
  const sent = { signedIn: lost?.signedIn ?? null, checkoutId: undefined };
  const { stopped, left } = useRetrySent(lost, sent, place);
  const fault = left ? "signed-out" : found;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the money is here
  useEffect(() => {
    toast("success", PAYMENT_TEXTS.confirmed);
    place();
  }, []);

  return (
    <section className={`notice ${fault ? "notice-warning" : "notice-success"} push`}>
      <PaymentTitle>{t(PAYMENT_TEXTS.confirmed)}</PaymentTitle>
      <p role="status">{fault ? "" : t("We're placing your order…")}</p>
      {fault && (
        <PaymentUnplaced
          said={whyUnplaced(left ? undefined : lost, stopped)}
          safe={t("We have your money, and it's safe: don't pay again.")}
          signedOut={fault === "signed-out"}
          busy={busy}
          onAgain={place}
        />
      )}
    </section>
  );
}

function whyUnplaced(lost: Lost | undefined, stopped: boolean): string {
  if (!lost) return t(PAYMENT_TEXTS.orderFailed);
  return stopped ? t(STOPPED_TRYING) : t("No connection. We'll place your order once you're back online.");
}

/** Sends the order and returns the server's answer. Sent again, it gives the same order. */
async function placeOrder(prompt: Prompt, carried: CheckoutState | undefined) {
  // a payment resumed in a tab that carries another order does not pay that one
  const own = isOwn(prompt) ? carried?.order : undefined;
  const checkout = prompt.sameCheckout && carried?.checkoutId;
  const answer = await call<typeof mpesaOrder>(
    "/api/order/mpesa",
    // the prompt's amount, as prices may have changed since
    { ...own, amount: prompt.amount, checkoutRequestID: prompt.id },
    keyOf(checkout),
  );
  finishOrder(checkout, own);
  return answer;
}
