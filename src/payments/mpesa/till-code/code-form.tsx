import { type ClipboardEvent, type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { focusFault } from "../../../accounts/form-focus.ts";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { removeOrdered } from "../../../cart/cart-store.ts";
import { saveCheckoutDraft } from "../../../cart/checkout-draft.ts";
import { checkoutId, endCheckout } from "../../../cart/checkout-storage.ts";
import { toLines } from "../../../cart/rules.ts";
import { WithMpesa } from "../../../language/rich.tsx";
import { t } from "../../../language/t.ts";
import { type CheckoutState, forgetRefusedCoupon, keyOf } from "../../../ordering/checkout/checkout-state.ts";
import { notePayment } from "../../../ordering/checkout/checkout-status.ts";
import type { placeOrder } from "../../../ordering/contract.ts";
import { CODE_MAX, ORDER_TEXTS, placedPath, plainCode } from "../../../ordering/rules.ts";
import { call } from "../../../platform/browser/call.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { Field } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { type Failure, readOrderFailure, SAID_BY_PANEL } from "../../failure.ts";
import { FailureNotice } from "../../failure-notice.tsx";
import { PayButton } from "../../pay-parts.tsx";
import { useRetrySent } from "../../use-payment.ts";
import { codeIn, isOfAnotherDay } from "./mpesa-sms.ts";

type CodeFormProps = {
  checkoutState: CheckoutState;
  /** The code as it was typed before. */
  typed: string;
  /** What is said above it comes first. */
  second: boolean;
};

/** Takes the code of the till's SMS and places the order; another code for an order that is there already is noted. */
export function CodeForm({ checkoutState, typed, second }: CodeFormProps) {
  const [code, setCode] = useState(typed);
  const [fault, setFault] = useState<string>();
  const { send, sendSame, failure, busy, stopped } = useCodeOrder(checkoutState, code);

  const sendTyped = (form: HTMLFormElement | null, again = false) => {
    if (code.trim()) {
      setFault(undefined);
      return send(again);
    }
    setFault(ORDER_TEXTS.codeMissing);
    if (form) focusFault(form);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sendTyped(event.currentTarget);
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
      {failure && (
        <FailureNotice
          method="cod"
          failure={failure}
          carried={checkoutState}
          onGuest={sendSame}
          onAgain={(form) => sendTyped(form, true)}
        />
      )}
      <PayButton
        label={t("PLACE ORDER")}
        busy={busy}
        busyText={t("Placing your order…")}
        failed={failure?.next}
        second={second}
        stopped={stopped}
        hint={t("We check your code against our till before we pack.")}
        sending={busy ? t("Sending your order. We place it only once, however often you tap.") : undefined}
      />
    </form>
  );
}

type Sent = { mpesaCode: string; again: boolean; signedIn: string | null };

/** Places the order on the code as it is typed by now, once, however often it is sent; then My orders. */
function useCodeOrder({ order, checkoutId: id = checkoutId() }: CheckoutState, code: string) {
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
    // what was ordered before left the cart then
    if (!noted) removeOrdered(toLines(order.items));
    toast(noted ? "info" : "success", message);
    await navigate(placedPath(orderId), { replace: true });
  };

  const fail = (error: unknown, signedIn: string | null) => {
    forgetRefusedCoupon(error);
    const found = readOrderFailure(error);
    // a dead sign-in would keep the login page away; cart and order stay
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

  // the same order under the same name; a code that is being changed waits for a tap
  const isLost = failure?.offline && code.trim() === sent.mpesaCode;
  const { stopped, left } = useRetrySent(
    isLost ? failure : undefined,
    { signedIn: sent.signedIn, checkoutId: id },
    () => send(sent.again),
  );
  const shown: Failure | undefined = failure && left ? { next: "log-in", message: failure.message } : failure;

  return { send, sendSame: () => send(sent.again), failure: shown, busy, stopped };
}

type CodeFieldProps = { code: string; onCode: (code: string) => void; fault?: string | undefined };

/** Takes the code typed, or the whole M-Pesa SMS pasted, and shows the code in it. */
function CodeField({ code, onCode, fault }: CodeFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const [said, setSaid] = useState("");
  const input = () => box.current?.querySelector("input");

  const setFromText = (text: string) => {
    const found = codeIn(text);
    onCode(found ?? start(text));
    setSaid(found ? t("We took code {found} from your message.", { found }) : "");
  };

  /** The box's limit would count the words copied along, and cut the code's end. */
  const replaceWithCode = (event: ClipboardEvent | FormEvent, text: string) => {
    event.preventDefault();
    setFromText(text);
  };

  const paste = async () => {
    try {
      const text = await navigator.clipboard.readText();
      if (codeIn(text)) return setFromText(text);
      setSaid(t("We can't see an M-Pesa code in what you copied. Copy the whole SMS, or type the code."));
    } catch {
      setSaid(t("Hold the box and choose Paste"));
    }
    input()?.focus();
  };

  const anotherDay = hydrated && isOfAnotherDay(code, Date.now());
  return (
    <div className="stack code-field" ref={box}>
      <Field
        label={t("M-Pesa transaction code")}
        name="code"
        className="code-input"
        maxLength={CODE_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={code}
        onPaste={(event) => replaceWithCode(event, event.clipboardData.getData("text"))}
        onBeforeInput={(event) => {
          // a keyboard's own clipboard, or a drop, types a whole text at once
          if (event.data && event.data.trim().length > CODE_MAX) replaceWithCode(event, event.data);
        }}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (plainCode(value).length > CODE_MAX) return setFromText(value);
          onCode(plainCode(value).toUpperCase());
          setSaid("");
        }}
        hint={
          <WithMpesa>
            {t("Up to 10 letters and digits, from the M-Pesa SMS. You can paste the whole SMS.")}
          </WithMpesa>
        }
        fault={fault}
      />
      <button type="button" className="button button-quiet" disabled={!hydrated} onClick={() => void paste()}>
        {t("Paste the SMS")}
      </button>
      <div className="field-hint" role="status">
        {said && (
          <p>
            <WithMpesa>{said}</WithMpesa>
          </p>
        )}
        {anotherDay && <p>{t("This code looks like one from another day. Please check it.")}</p>}
      </div>
    </div>
  );
}

/** Without a code to see: what a person may have meant as one. */
function start(text: string): string {
  const plain = plainCode(text);
  if (plain.length <= CODE_MAX) return plain.toUpperCase();
  return (/^[a-z\d]+/i.exec(text.trim())?.[0] ?? plain).slice(0, CODE_MAX).toUpperCase();
}
