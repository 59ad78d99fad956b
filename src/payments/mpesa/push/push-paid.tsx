import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { LoginLink } from "../../../accounts/sign-in/login-link.tsx";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { refreshCart, removeOrdered } from "../../../cart/cart-store.ts";
import { endCheckout } from "../../../cart/checkout-storage.ts";
import { type CheckoutState, orderedLines } from "../../../ordering/checkout/checkout-state.ts";
import { placedPath } from "../../../ordering/placed-path.ts";
import { CallError, call } from "../../../platform/browser/call.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { useRetryOnline } from "../../../platform/browser/use-retry-online.ts";
import { shop } from "../../../shop.ts";
import { toast } from "../../../ui/toast.ts";
import type { mpesaOrder } from "../../contract.ts";
import { PaymentTitle } from "../../payment-title.tsx";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { isOwn, type Running } from "./push-state.ts";

/** The money is here: places its order, or finds the one the server has placed, and goes to it (specification §4). */
export function PushPaid({ running, carried }: { running: Running; carried: CheckoutState | undefined }) {
  const [fault, setFault] = useState<"failed" | "signed-out">();
  const [lost, setLost] = useState<CallError>();
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
        setLost(error instanceof CallError && error.status === 0 ? error : undefined);
        toast("error", PAYMENT_TEXTS.orderFailed, { once: true });
      }
    });
  useRetryOnline(lost, place);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the money is here
  useEffect(() => {
    toast("success", PAYMENT_TEXTS.confirmed);
    place();
  }, []);

  return (
    <section className="notice push push-paid">
      <PaymentTitle>{PAYMENT_TEXTS.confirmed}</PaymentTitle>
      <p role="status">{fault ? "" : "We are placing your order…"}</p>
      {fault && (
        <>
          <p role="alert">{PAYMENT_TEXTS.orderFailed}</p>
          <p>Your money has arrived and is safe: do not pay again. {SUPPORT}</p>
          <p className="notice-action">
            {fault === "signed-out" && <LoginLink className="button">Log in and come back</LoginLink>}
            <button type="button" className="button button-primary" aria-disabled={busy} onClick={place}>
              {busy ? "Checking…" : "Check again"}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

const SUPPORT = `Call ${shop.phone} or write to ${shop.email} if it goes on.`;

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
