import { type FormEvent, useState } from "react";
import { focusFault, readForm } from "../../../accounts/form-focus.ts";
import { formatPrice } from "../../../catalogue/rules.ts";
import { WithMpesa } from "../../../language/rich.tsx";
import { t } from "../../../language/t.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { friendlyPhone, normalisePhone, readMobile } from "../../../phone-rules.ts";
import { Field } from "../../../ui/field.tsx";
import { pauseText, useSecondsUntil } from "../../countdown.ts";
import type { Failure } from "../../failure.ts";
import { FailureNotice } from "../../failure-notice.tsx";
import { OrderedItems, PayButton, PaymentTitle } from "../../pay-parts.tsx";
import type { Payment } from "../../payment.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { type Begin, useRetrySent } from "../../use-payment.ts";
import { type Attempt, attemptFor, payByPrompt } from "./pay-by-prompt.ts";

type PushFormProps = {
  carried: CheckoutState;
  payment: Payment & { type: "idle" };
  /** The number typed so far. */
  phone: string;
  onPhone: (phone: string) => void;
  begin: Begin;
  onShow: () => void;
};

/** Fields for the phone, the amount, and Pay (specification §5). */
export function PushForm({ carried, payment, phone, onPhone, begin, onShow }: PushFormProps) {
  const { amount, items } = carried.order;
  const { again, earlier, failure, step } = payment;
  const [fault, setFault] = useState<string>();
  const [sent, setSent] = useState<Attempt>();
  const isSame = sent?.phoneNumber === normalisePhone(phone);
  // seconds during which no prompt is sent to this phone
  const left = useSecondsUntil(failure?.until);
  const pause = left > 0 && isSame ? pauseText(left) : "";
  const hasPaused = failure?.until !== undefined && left === 0;

  const pay = (phoneNumber: string, again = false) =>
    begin(() => {
      const asked = attemptFor(phoneNumber, again, failure?.next === "unheard" ? sent : undefined);
      setSent(asked);
      return payByPrompt(carried, asked, earlier);
    });

  // repeats the same attempt, which sends one prompt; while the number is being changed, only a tap sends it
  const { stopped, left: hasLeft } = useRetrySent(
    failure?.offline && isSame ? failure : undefined,
    { signedIn: sent?.signedIn ?? null, checkoutId: carried.checkoutId },
    () => sent && pay(sent.phoneNumber),
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const phoneNumber = readMobile(readForm(event.currentTarget).phone ?? "");
    setFault(phoneNumber ? undefined : PAYMENT_TEXTS.phoneInvalid);
    if (!phoneNumber) return focusFault(event.currentTarget);
    onPhone(friendlyPhone(phoneNumber));
    if (pause === "") pay(phoneNumber);
  };

  const isTriedAgain = failure?.next === "unheard" || failure?.next === "busy";
  // a shopper who has logged out meanwhile is asked to log in
  const said: Failure | undefined =
    failure && hasLeft ? { next: "log-in", message: failure.message } : failure;
  const shown = hasPaused ? undefined : said;
  return (
    <form className="panel stack" onSubmit={submit} noValidate>
      {again && <PaymentTitle>{t("Send another prompt")}</PaymentTitle>}
      <OrderedItems items={items} />
      {earlier && <EarlierNote phone={earlier.phone} />}
      <p>
        <WithMpesa>
          {t("M-Pesa will send a prompt to this phone. Enter your PIN there; we never see it.")}
        </WithMpesa>
      </p>
      <Field
        label={t("M-Pesa phone number")}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        required
        value={phone}
        onChange={(event) => onPhone(event.currentTarget.value)}
        hint={t("For example 0712 345 678.")}
        fault={fault}
      />
      <Field label={t("Amount")} name="amount" readOnly value={formatPrice(amount)} />
      <PayButton
        label={isTriedAgain ? t("Try again") : t("Pay {amount}", { amount: formatPrice(amount) })}
        busy={step !== undefined || pause !== ""}
        failed={shown?.next}
        stopped={stopped}
        busyText={step ? t("Sending the prompt…") : t("Pay again in {pause}", { pause })}
      />
      <p className="visually-hidden" role="status">
        {hasPaused && t("You can send another prompt now.")}
      </p>
      {sent && shown && (
        <FailureNotice
          method="mpesa"
          failure={shown}
          carried={carried}
          onGuest={() => pay(sent.phoneNumber)}
          onAgain={() => pay(sent.phoneNumber, true)}
          prompt={{ phone: sent.phoneNumber, isOut: earlier !== undefined && !earlier.ended, onShow }}
        />
      )}
    </form>
  );
}

function EarlierNote({ phone }: { phone: string | undefined }) {
  return (
    <p className="push-note">
      {phone
        ? t("We're still checking your earlier prompt on {phone}.", { phone: friendlyPhone(phone) })
        : t("We're still checking your earlier prompt.")}{" "}
      {t("If you entered your PIN there, don't pay again: this page will show when the money comes.")}
    </p>
  );
}
