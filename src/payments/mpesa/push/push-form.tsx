import { type FormEvent, useState } from "react";
import { focusFault, readForm } from "../../../accounts/form-focus.ts";
import { formatPrice } from "../../../catalogue/rules.ts";
import { WithMpesa } from "../../../language/rich.tsx";
import { t } from "../../../language/t.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { useRetrySent } from "../../../ordering/checkout/use-retry-sent.ts";
import { friendlyPhone, normalisePhone, readMobile } from "../../../phone-rules.ts";
import { Field } from "../../../ui/field.tsx";
import { OrderedItems } from "../../ordered-items.tsx";
import { PayButton } from "../../pay-button.tsx";
import { PaymentTitle } from "../../payment-title.tsx";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { pauseText } from "./countdown.ts";
import { PushFailed } from "./push-failed.tsx";
import type { PushFailure } from "./push-failure.ts";
import type { Running } from "./push-state.ts";
import { useSecondsUntil } from "./use-countdown.ts";
import { type FailedAttempt, usePushAttempts } from "./use-push-attempts.ts";

type PushFormProps = {
  carried: CheckoutState;
  /** As typed so far. */
  phone: string;
  onPhone: (phone: string) => void;
  /** Shown after Try Again. */
  again: boolean;
  /** A prompt that is still asked about. */
  earlier: Running | undefined;
  onAccepted: (running: Running) => void;
  onElsewhere: (running: Running) => void;
  onShow: () => void;
};

/** The phone, the amount and Pay (specification §5). */
export function PushForm({ carried, phone, onPhone, again, earlier, onShow, ...tell }: PushFormProps) {
  const { amount } = carried.order;
  const [fault, setFault] = useState<string>();
  const { ask, failed, busy } = usePushAttempts({ carried, earlier, ...tell });
  const { pause, hasPaused } = usePause(failed, normalisePhone(phone));

  // the same attempt, which sends one prompt; a number that is being changed waits for a tap
  const isLost = failed?.failure.offline && failed.phone === normalisePhone(phone);
  const { stopped, left } = useRetrySent(
    isLost ? failed : undefined,
    { signedIn: failed?.signedIn ?? null, checkoutId: carried.checkoutId },
    () => failed && ask(failed.phone),
  );

  const failure = hasPaused || !failed ? undefined : failureOf(failed, left);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const phoneNumber = readMobile(readForm(event.currentTarget).phone ?? "");
    setFault(phoneNumber ? undefined : PAYMENT_TEXTS.phoneInvalid);
    if (!phoneNumber) return focusFault(event.currentTarget);
    onPhone(friendlyPhone(phoneNumber));
    if (pause === "") ask(phoneNumber);
  };

  return (
    <form className="panel stack" onSubmit={submit} noValidate>
      {again && <PaymentTitle>{t("Send another prompt")}</PaymentTitle>}
      <OrderedItems items={carried.order.items} />
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
        label={isTriedAgain(failed) ? t("Try again") : t("Pay {amount}", { amount: formatPrice(amount) })}
        busy={busy || pause !== ""}
        failed={failure?.next}
        stopped={stopped}
        busyText={busy ? t("Sending the prompt…") : t("Pay again in {pause}", { pause })}
      />
      <p className="visually-hidden" role="status">
        {hasPaused && t("You can send another prompt now.")}
      </p>
      {failed && failure && (
        <PushFailed
          failure={failure}
          phone={failed.phone}
          isOut={earlier !== undefined && !earlier.ended}
          carried={carried}
          onShow={onShow}
          onGuest={() => ask(failed.phone)}
          onAgain={() => ask(failed.phone, true)}
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

/** How long this phone is sent no prompt, as text, empty when it may be; and whether such a pause is just over. */
function usePause(failed: FailedAttempt | undefined, phone: string) {
  const left = useSecondsUntil(failed?.until);
  return {
    pause: left > 0 && failed?.phone === phone ? pauseText(left) : "",
    hasPaused: failed?.until !== undefined && left === 0,
  };
}

/** Somebody who has left meanwhile is asked to log in. */
function failureOf({ failure }: FailedAttempt, left: boolean): PushFailure {
  return left ? { next: "log-in", message: failure.message } : failure;
}

function isTriedAgain(failed: FailedAttempt | undefined): boolean {
  return failed?.failure.next === "unheard" || failed?.failure.next === "busy";
}
