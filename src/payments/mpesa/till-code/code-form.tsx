import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { focusFault } from "../../../accounts/form-focus.ts";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { removeOrdered } from "../../../cart/cart-store.ts";
import { checkoutId } from "../../../cart/checkout-id.ts";
import { endCheckout } from "../../../cart/checkout-storage.ts";
import { saveCheckoutDraft } from "../../../ordering/checkout/checkout-draft.ts";
import { type CheckoutState, orderedLines } from "../../../ordering/checkout/checkout-state.ts";
import { type Failure, PlaceFailure, readFailure } from "../../../ordering/checkout/place-failure.tsx";
import type { placeOrder } from "../../../ordering/contract.ts";
import { placedPath } from "../../../ordering/placed-path.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { call, OFFLINE } from "../../../platform/browser/call.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { useOnline } from "../../../platform/browser/use-online.ts";
import { useRetryOnline } from "../../../platform/browser/use-retry-online.ts";
import { toast } from "../../../ui/toast.ts";
import { CodeField } from "./code-field.tsx";

type Props = {
  checkoutState: CheckoutState;
  /** The code as it was typed before. */
  typed: string;
};

/** Takes the code of the till's SMS and places the order; another code for an order that is there already is noted. */
export function CodeForm({ checkoutState: { order, checkoutId: id = checkoutId() }, typed }: Props) {
  const [code, setCode] = useState(typed);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [sent, setSent] = useState({ mpesaCode: "", again: false });
  const [busy, run] = useBusy();
  const online = useOnline();
  const navigate = useNavigate();

  const place = async (mpesaCode: string, again: boolean) => {
    const { message, noted, orderId } = await call<typeof placeOrder>(
      "/api/order/placeOrder",
      { ...order, mpesaCode, paymentMethod: "cod", ...(again && { again: true }) },
      { "idempotency-key": id },
    );
    endCheckout("placed", id);
    // what was ordered before left the cart then
    if (!noted) removeOrdered(orderedLines(order));
    toast(noted ? "info" : "success", message);
    await navigate(placedPath(orderId), { replace: true });
  };

  const send = (form: HTMLFormElement | null, again = false) => {
    const mpesaCode = code.trim();
    if (!mpesaCode) {
      setFault(ORDER_TEXTS.codeMissing);
      toast("error", ORDER_TEXTS.codeMissing);
      return form && focusFault(form);
    }
    run(async () => {
      const signedIn = token.read();
      setSent({ mpesaCode, again });
      setFault(undefined);
      setFailure(undefined);
      try {
        await place(mpesaCode, again);
      } catch (error) {
        const found = readFailure(error);
        // a dead sign-in would keep the login page away; cart and order stay
        if (found.next === "log-in") dropSignIn(signedIn);
        if (found.next === "orders") endCheckout("placed", id);
        setFailure(found);
        if (found.next !== "ordered-lately") toast("error", found.message, { once: found.offline });
      }
    });
  };

  // the same order under the same name: once, however often it is sent; a code that is being changed waits for a tap
  const isLost = failure?.offline && code.trim() === sent.mpesaCode;
  useRetryOnline(isLost ? failure : undefined, () => send(null, sent.again));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <CodeField
        code={code}
        onCode={(typed) => {
          setCode(typed);
          saveCheckoutDraft({ code: typed });
        }}
        fault={fault}
      />
      {failure && <PlaceFailure failure={failure} onAgain={(form) => send(form, true)} />}
      <button
        type="submit"
        className="button button-primary button-wide"
        disabled={!online}
        aria-disabled={busy}
      >
        {busy ? "Placing your order…" : "PLACE ORDER"}
      </button>
      <p className="field-hint" role="status">
        {busy && "Sending your order. It is placed only once, however often you tap."}
        {!busy && (online ? "We check your code against our till before we pack." : OFFLINE)}
      </p>
    </form>
  );
}
