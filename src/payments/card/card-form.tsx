import { type FormEvent, useRef, useState } from "react";
import { focusFault, readForm } from "../../accounts/form-focus.ts";
import { looksLikeEmail } from "../../accounts/form-rules.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { useRetryOnline } from "../../platform/browser/use-retry-online.ts";
import { shop } from "../../shop.ts";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { PayButton } from "../pay-button.tsx";
import { cardFault, PAYMENT_TEXTS } from "../rules.ts";
import type { Asked, Details } from "./card-calls.ts";
import { type CardFault, CardFaultNotice } from "./card-fault.tsx";
import type { Step } from "./card-state.ts";

type CardFormProps = {
  carried: CheckoutState;
  /** The card page was opened for this order before. */
  started: boolean;
  fault: CardFault | undefined;
  step: Step | undefined;
  /** `onForm` runs when the form is there again. */
  onPay: (asked: Asked, onForm: () => void) => void;
};

/** Who pays, how much, and Pay (specification §5). */
export function CardForm({ carried, started, fault, step, onPay }: CardFormProps) {
  const { address, amount } = carried.order;
  const { firstName = "", lastName = "", email = "", phone = "" } = address;
  const [faults, setFaults] = useState<Partial<Details>>({});
  const form = useRef<HTMLFormElement>(null);
  const doing = step ? DOING[step] : "";

  const send = (form: HTMLFormElement, again: boolean) => {
    if (step) return;
    const typed = readForm(form);
    const details = { name: typed.name ?? "", email: typed.email ?? "", phone: typed.phone ?? "" };
    const wrong = cardFault(details);
    setFaults(faultsByField(details));
    if (wrong) {
      toast("error", wrong);
      return focusFault(form);
    }
    // back from the card page, the keyboard is where it left
    onPay({ details, again }, () => form.querySelector<HTMLElement>("[type=submit]")?.focus());
  };

  // the same payment again: the provider knows it by its name
  useRetryOnline(fault?.offline ? fault : undefined, () => form.current && send(form.current, false));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget, false);
  };

  return (
    <form className="panel stack" ref={form} onSubmit={submit} noValidate>
      {started && !fault && (
        <p className="push-note">
          You already started paying by card. If you've paid, wait; otherwise continue here. You won't be
          charged twice.
        </p>
      )}
      <p>You pay on our card provider's own secure page; your card number never reaches {shop.name}.</p>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={300}
        required
        defaultValue={`${firstName} ${lastName}`.trim()}
        fault={faults.name}
      />
      <Field
        label="Email address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={email}
        fault={faults.email}
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={26}
        required
        defaultValue={friendlyPhone(phone)}
        fault={faults.phone}
      />
      <Field label="Amount" name="amount" readOnly value={formatPrice(amount)} />
      <PayButton label={`Pay ${formatPrice(amount)}`} busy={step !== undefined} busyText={doing} />
      <p className="visually-hidden" role="status">
        {doing}
      </p>
      {fault && (
        <CardFaultNotice fault={fault} carried={carried} onAgain={(form) => form && send(form, true)} />
      )}
    </form>
  );
}

const DOING: Record<Step, string> = {
  opening: "Opening the secure card page…",
  open: "The card page is open…",
  placing: "Placing your order…",
  checking: "Checking…",
};

/** The specification's texts, each beside the field it is about. */
function faultsByField(details: Details): Partial<Details> {
  const missing = Object.entries(details).filter(([, value]) => !value.trim());
  if (missing.length > 0)
    return Object.fromEntries(missing.map(([name]) => [name, PAYMENT_TEXTS.detailsMissing]));
  return looksLikeEmail(details.email) ? {} : { email: PAYMENT_TEXTS.emailInvalid };
}
