import { type FormEvent, useRef, useState } from "react";
import { focusFault, readForm } from "../../accounts/form-focus.ts";
import { looksLikeEmail } from "../../accounts/form-rules.ts";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { type Sentence, t } from "../../language/t.ts";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { useRetrySent } from "../../ordering/checkout/use-retry-sent.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { shop } from "../../shop.ts";
import { Field } from "../../ui/field.tsx";
import { OrderedItems } from "../ordered-items.tsx";
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
  const { amount } = carried.order;
  const [faults, setFaults] = useState<Partial<Details>>({});
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<Asked>(undefined);
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
    if (!sent.current) return;
    setSignedIn(token.read());
    // back from the card page, the keyboard is where it left
    onPay(sent.current, () => form.current?.querySelector<HTMLElement>("[type=submit]")?.focus());
  };

  // the same payment again, whatever stands in the form by now: the provider knows it by its name
  const { stopped } = useRetrySent(
    fault?.offline ? fault : undefined,
    { signedIn, checkoutId: carried.checkoutId },
    pay,
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget, false);
  };

  return (
    <form className="panel stack" ref={form} onSubmit={submit} noValidate>
      {started && !fault && (
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
        failed={fault?.next}
      />
      <p className="visually-hidden" role="status">
        {doing}
      </p>
      {fault && (
        <CardFaultNotice
          fault={fault}
          carried={carried}
          onGuest={pay}
          onAgain={(form) => form && send(form, true)}
        />
      )}
    </form>
  );
}

type PayerProps = { address: CheckoutState["order"]["address"]; faults: Partial<Details> };

/** Who pays, as the card provider asks for it; the buyer until somebody else is typed. */
function PayerFields({ address, faults }: PayerProps) {
  const { firstName = "", lastName = "", email = "", phone = "" } = address;
  return (
    <>
      <Field
        label={t("Name")}
        name="name"
        autoComplete="name"
        maxLength={300}
        required
        defaultValue={`${firstName} ${lastName}`.trim()}
        fault={faults.name}
      />
      <Field
        label={t("Email address")}
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
        label={t("Phone")}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        required
        defaultValue={friendlyPhone(phone)}
        fault={faults.phone}
      />
    </>
  );
}

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

/** The specification's texts, each beside the field it is about. */
function faultsByField(details: Details): Partial<Details> {
  const missing = Object.entries(details).filter(([, value]) => !value.trim());
  if (missing.length > 0)
    return Object.fromEntries(missing.map(([name]) => [name, PAYMENT_TEXTS.detailsMissing]));
  return looksLikeEmail(details.email) ? {} : { email: PAYMENT_TEXTS.emailInvalid };
}
