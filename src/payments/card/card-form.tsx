import { type FormEvent, useRef, useState } from "react";
import { focusFault, readForm } from "../../accounts/form-focus.ts";
import { looksLikeEmail } from "../../accounts/form-rules.ts";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { type Sentence, t } from "../../language/t.ts";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { shop } from "../../shop.ts";
import { Field } from "../../ui/field.tsx";
import { FailureNotice } from "../failure-notice.tsx";
import { OrderedItems, PayButton } from "../pay-parts.tsx";
import type { Payment, Step } from "../payment.ts";
import { cardFault, PAYMENT_TEXTS } from "../rules.ts";
import { type Begin, useRetrySent } from "../use-payment.ts";
import { type CardRequest, type Details, payByCard } from "./pay-by-card.ts";

type CardFormProps = {
  carried: CheckoutState;
  payment: Payment & { type: "idle" };
  scriptUrl: string;
  begin: Begin;
  onStep: (step: Step) => void;
};

/** Fields for the payer, the amount, and Pay (specification §5). */
export function CardForm({ carried, payment, scriptUrl, begin, onStep }: CardFormProps) {
  const { amount } = carried.order;
  const { started, failure, step } = payment;
  const [faults, setFaults] = useState<Partial<Details>>({});
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<CardRequest>(undefined);
  const [signedIn, setSignedIn] = useState<string | null>(null);
  const doing = step ? t(DOING[step]) : "";

  const send = (form: HTMLFormElement, again: boolean) => {
    if (step) return;
    const details = readDetails(form);
    const wrong = cardFault(details);
    setFaults(faultsByField(details));
    if (wrong) return focusFault(form);
    sent.current = { details, again };
    pay();
  };

  const pay = () => {
    const asked = sent.current;
    if (!asked) return;
    setSignedIn(token.read());
    begin(
      () => payByCard(carried, { ...asked, scriptUrl, onStep }),
      // back from the card page, the keyboard focus returns to where it was
      ({ type }) => type === "idle" && form.current?.querySelector<HTMLElement>("[type=submit]")?.focus(),
    );
  };

  // sends the same payment again, even if the form has changed since: the provider knows it by its reference
  const { stopped } = useRetrySent(
    failure?.offline ? failure : undefined,
    { signedIn, checkoutId: carried.checkoutId },
    pay,
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget, false);
  };

  return (
    <form className="panel stack" ref={form} onSubmit={submit} noValidate>
      {started && !failure && (
        <p className="push-note">
          {t(
            "You already started paying by card. If you've paid, wait; otherwise continue here. You won't be charged twice.",
          )}
        </p>
      )}
      <p>
        {t("You pay on our card provider's own secure page; your card number never reaches {name}.", {
          name: shop.name,
        })}
      </p>
      <OrderedItems items={carried.order.items} />
      <PayerFields address={carried.order.address} faults={faults} />
      <Field label={t("Amount")} name="amount" readOnly value={formatPrice(amount)} />
      <PayButton
        label={t("Pay {amount}", { amount: formatPrice(amount) })}
        busy={step !== undefined}
        busyText={doing}
        stopped={stopped}
        failed={failure?.next}
      />
      <p className="visually-hidden" role="status">
        {doing}
      </p>
      {failure && (
        <FailureNotice
          method="flutterwave"
          failure={failure}
          carried={carried}
          onGuest={pay}
          onAgain={(form) => form && send(form, true)}
        />
      )}
    </form>
  );
}

type PayerProps = { address: CheckoutState["order"]["address"]; faults: Partial<Details> };

/** The payer's details that the card provider asks for, filled in with the buyer's. */
function PayerFields({ address, faults }: PayerProps) {
  const { firstName = "", lastName = "", email = "", phone = "" } = address;
  const buyer: Details = { name: `${firstName} ${lastName}`.trim(), email, phone: friendlyPhone(phone) };
  return PAYER_FIELDS.map(({ name, label, ...field }) => (
    <Field
      key={name}
      label={t(label)}
      name={name}
      autoComplete={name}
      {...field}
      required
      defaultValue={buyer[name]}
      fault={faults[name]}
    />
  ));
}

const PAYER_FIELDS = [
  { name: "name", label: "Name", maxLength: 300 },
  { name: "email", label: "Email address", type: "email", inputMode: "email", maxLength: 254 },
  { name: "phone", label: "Phone", type: "tel", inputMode: "tel", autoComplete: "tel", maxLength: 40 },
] as const;

const DOING = {
  opening: "Opening the secure card page…",
  open: "The card page is open…",
  placing: "Placing your order…",
  checking: "Checking…",
} as const satisfies Record<Step, Sentence>;

function readDetails(form: HTMLFormElement): Details {
  const { name = "", email = "", phone = "" } = readForm(form);
  return { name, email, phone };
}

/** The specification's error texts, each at the field it is about. */
function faultsByField(details: Details): Partial<Details> {
  const missing = Object.entries(details).filter(([, value]) => !value.trim());
  if (missing.length > 0)
    return Object.fromEntries(missing.map(([name]) => [name, PAYMENT_TEXTS.detailsMissing]));
  return looksLikeEmail(details.email) ? {} : { email: PAYMENT_TEXTS.emailInvalid };
}
