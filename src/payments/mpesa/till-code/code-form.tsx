import { type FormEvent, useState } from "react";
import { focusFault } from "../../../accounts/form-focus.ts";
import { t } from "../../../language/t.ts";
import { saveCheckoutDraft } from "../../../ordering/checkout/checkout-draft.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { PlaceFailure } from "../../../ordering/checkout/place-failure.tsx";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { OFFLINE } from "../../../platform/browser/call.ts";
import { STOPPED_TRYING } from "../../../platform/browser/line-back.ts";
import { useOnline } from "../../../platform/browser/use-online.ts";
import { useButtonKind } from "../../pay-button.tsx";
import { CodeField } from "./code-field.tsx";
import { useCodeOrder } from "./use-code-order.ts";

type Props = {
  checkoutState: CheckoutState;
  /** The code as it was typed before. */
  typed: string;
  /** What is said above it comes first. */
  second: boolean;
};

/** Takes the code of the till's SMS and places the order; another code for an order that is there already is noted. */
export function CodeForm({ checkoutState, typed, second }: Props) {
  const [code, setCode] = useState(typed);
  const [fault, setFault] = useState<string>();
  const { send, sendSame, failure, busy, stopped } = useCodeOrder(checkoutState, code);
  const online = useOnline();
  const kind = useButtonKind(failure?.next, second);

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
        <PlaceFailure
          failure={failure}
          carried={checkoutState}
          onGuest={sendSame}
          onAgain={(form) => sendTyped(form, true)}
        />
      )}
      <button
        type="submit"
        className={`button ${kind} button-wide`}
        disabled={!online}
        aria-disabled={(online && busy) || undefined}
      >
        {busy ? t("Placing your order…") : t("PLACE ORDER")}
      </button>
      <p className="field-hint" role="status">
        {busy && t("Sending your order. We place it only once, however often you tap.")}
        {!busy && hintOf(online, stopped)}
      </p>
    </form>
  );
}

function hintOf(online: boolean, stopped: boolean): string {
  if (!online) return t(OFFLINE);
  return stopped ? t(STOPPED_TRYING) : t("We check your code against our till before we pack.");
}
