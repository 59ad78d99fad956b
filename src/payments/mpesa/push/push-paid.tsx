import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { LoginLink } from "../../../accounts/sign-in/login-link.tsx";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { refreshCart, removeOrdered } from "../../../cart/cart-store.ts";
import { endCheckout } from "../../../cart/checkout-storage.ts";
import { t } from "../../../language/t.ts";
import { type CheckoutState, orderedLines } from "../../../ordering/checkout/checkout-state.ts";
import { GuestsPayment } from "../../../ordering/checkout/order-elsewhere.tsx";
import { useRetrySent } from "../../../ordering/checkout/use-retry-sent.ts";
import { placedPath } from "../../../ordering/rules.ts";
import { CallError, call, isOffline } from "../../../platform/browser/call.ts";
import { STOPPED_TRYING } from "../../../platform/browser/line-back.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { toast } from "../../../ui/toast.ts";
import type { mpesaOrder } from "../../contract.ts";
import { Support } from "../../payment-ended.tsx";
import { PaymentTitle } from "../../payment-title.tsx";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { isOwn, type Running } from "./push-state.ts";

/** The line went with a request, or its answer; `signedIn`: in whose name it left. */
type Lost = { signedIn: string | null };

/** The money is here: places its order, or finds the one the server has placed, and goes to it (specification §4). */
export function PushPaid({ running, carried }: { running: Running; carried: CheckoutState | undefined }) {
  const [found, setFault] = useState<"failed" | "signed-out">();
  const [lost, setLost] = useState<Lost>();
  const [busy, run] = useBusy();
  const navigate = useNavigate();

  const place = () =>
    run(async () => {
      const signedIn = token.read();
      try {
        const { refund, message, orderId } = await placeOrder(running, carried);
        toast(refund ? "info" : "success", message);
        await navigate(placedPath(orderId), { replace: true });
      } catch (error) {
        const signedOut = error instanceof CallError && error.status === 401;
        if (signedOut) dropSignIn(signedIn);
        setFault(signedOut ? "signed-out" : "failed");
        setLost(isOffline(error) ? { signedIn } : undefined);
        toast("error", PAYMENT_TEXTS.orderFailed, { once: true, silent: true });
      }
    });
  // an order that is placed by now is found, also where another tab has ended the checkout
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
        <>
          <p role="alert">
            <strong>{whyUnplaced(left ? undefined : lost, stopped)}</strong>
          </p>
          <p>
            {t("We have your money, and it's safe: don't pay again.")} <Support />
          </p>
          {fault === "signed-out" && <GuestsPayment />}
          <p className="notice-action">
            {fault === "signed-out" && <LoginLink className="button">{t("Log in and come back")}</LoginLink>}
            <button type="button" className="button button-primary" aria-disabled={busy} onClick={place}>
              {busy ? t("Checking…") : t("Check again")}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function whyUnplaced(lost: Lost | undefined, stopped: boolean): string {
  if (!lost) return t(PAYMENT_TEXTS.orderFailed);
  return stopped ? t(STOPPED_TRYING) : t("No connection. We'll place your order once you're back online.");
}

/** Gives the server's answer. Asking again gives the same order. */
async function placeOrder(running: Running, carried: CheckoutState | undefined) {
  // a payment resumed in a tab that carries another order is not for that one
  const own = isOwn(running) ? carried : undefined;
  const checkout = running.sameCheckout && carried?.checkoutId;
  const answer = await call<typeof mpesaOrder>(
    "/api/order/mpesa",
    // prices may have changed since it was asked for
    { ...own?.order, amount: running.amount, checkoutRequestID: running.id },
    checkout ? { "idempotency-key": checkout } : {},
  );
  if (checkout) endCheckout("placed", checkout);
  if (own) removeOrdered(orderedLines(own.order));
  else void refreshCart();
  return answer;
}
