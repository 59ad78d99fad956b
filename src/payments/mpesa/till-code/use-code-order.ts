import { useState } from "react";
import { useNavigate } from "react-router";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { removeOrdered } from "../../../cart/cart-store.ts";
import { checkoutId, endCheckout } from "../../../cart/checkout-storage.ts";
import { toLines } from "../../../cart/rules.ts";
import { type CheckoutState, forgetRefused, keyOf } from "../../../ordering/checkout/checkout-state.ts";
import { notePayment } from "../../../ordering/checkout/checkout-status.ts";
import type { placeOrder } from "../../../ordering/contract.ts";
import { placedPath } from "../../../ordering/rules.ts";
import { call } from "../../../platform/browser/call.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { toast } from "../../../ui/toast.ts";
import { type Failure, readOrderFailure, SAID_BY_PANEL } from "../../failure.ts";
import { useRetrySent } from "../../use-payment.ts";

type Sent = { mpesaCode: string; again: boolean; signedIn: string | null };

/** Places the order with the code typed, only once however often it is sent; then shows it on My orders. */
export function useCodeOrder({ order, checkoutId: id = checkoutId() }: CheckoutState, code: string) {
  const [failure, setFailure] = useState<Failure>();
  const [sent, setSent] = useState<Sent>({ mpesaCode: "", again: false, signedIn: null });
  const [busy, run] = useBusy();
  const navigate = useNavigate();

  const place = async (mpesaCode: string, again: boolean) => {
    const { message, noted, orderId } = await call<typeof placeOrder>(
      "/api/order/placeOrder",
      { ...order, mpesaCode, paymentMethod: "cod", ...(again && { again: true }) },
      keyOf(id),
    );
    endCheckout("placed", id);
    // a code added to an order: its items left the cart when it was placed
    if (!noted) removeOrdered(toLines(order.items));
    toast(noted ? "info" : "success", message);
    await navigate(placedPath(orderId), { replace: true });
  };

  const fail = (error: unknown, signedIn: string | null) => {
    forgetRefused(error);
    const found = readOrderFailure(error);
    // an expired sign-in would keep the login page from opening; cart and order stay
    if (found.next === "log-in") dropSignIn(signedIn);
    if (found.next === "orders") endCheckout("placed", id);
    if (found.next === "unheard") notePayment(id, signedIn);
    setFailure(found);
    if (!SAID_BY_PANEL.includes(found.next)) toast("error", found.message, { once: found.offline });
  };

  const send = (again: boolean) =>
    run(async () => {
      const signedIn = token.read();
      const mpesaCode = code.trim();
      setSent({ mpesaCode, again, signedIn });
      setFailure(undefined);
      await place(mpesaCode, again).catch((error) => fail(error, signedIn));
    });

  // sends the same order under the same key; while the code is being changed, only a tap sends it
  const isLost = failure?.offline && code.trim() === sent.mpesaCode;
  const { stopped, left } = useRetrySent(
    isLost ? failure : undefined,
    { signedIn: sent.signedIn, checkoutId: id },
    () => send(sent.again),
  );
  const shown: Failure | undefined = failure && left ? { next: "log-in", message: failure.message } : failure;

  return { send, sendSame: () => send(sent.again), failure: shown, busy, stopped };
}
