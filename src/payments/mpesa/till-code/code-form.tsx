import { type ClipboardEvent, type FormEvent, useRef, useState } from "react";
import { focusFault } from "../../../accounts/form-focus.ts";
import { saveCheckoutDraft } from "../../../cart/checkout-draft.ts";
import { WithMpesa } from "../../../language/rich.tsx";
import { t } from "../../../language/t.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { CODE_MAX, ORDER_TEXTS, plainCode } from "../../../ordering/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { FailureNotice } from "../../failure-notice.tsx";
import { PayButton } from "../../pay-parts.tsx";
import { codeIn, isOfAnotherDay } from "./mpesa-sms.ts";
import { useCodeOrder } from "./use-code-order.ts";

type CodeFormProps = {
  checkoutState: CheckoutState;
  /** The code typed before. */
  typed: string;
  /** A message above the form has the primary button. */
  second: boolean;
};

/** Takes the code of the till's SMS and places the order; for an existing order it adds the code. */
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

type CodeFieldProps = { code: string; onCode: (code: string) => void; fault?: string | undefined };

/** A field for the code, or for the whole M-Pesa SMS pasted, of which it shows the code. */
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

  /** Needed as the field's length limit would also count the words copied along, and cut off the code's end. */
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
          // a keyboard's own clipboard, or a drop, enters a whole text at once
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

/** For a text without a recognisable code: the part that was probably meant as one. */
function start(text: string): string {
  const plain = plainCode(text);
  if (plain.length <= CODE_MAX) return plain.toUpperCase();
  return (/^[a-z\d]+/i.exec(text.trim())?.[0] ?? plain).slice(0, CODE_MAX).toUpperCase();
}
