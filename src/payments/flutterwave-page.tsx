import { type FormEvent, useState } from "react";
import { Navigate } from "react-router";
import type { z } from "zod";
import { readForm } from "../accounts/form-focus.ts";
import { looksLikeEmail } from "../accounts/form-rules.ts";
import { LoginLink } from "../accounts/login-link.tsx";
import { dropSignIn } from "../cart/cart-store.ts";
import { formatPrice } from "../catalogue/rules.ts";
import { type Carried, useCarriedOrder } from "../ordering/carried-order.ts";
import { CallError, call } from "../platform/call.ts";
import { token } from "../platform/kept.ts";
import { useBusy } from "../platform/use-busy.ts";
import { shop } from "../shop.ts";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import type { cardOrder } from "./contract.ts";
import { PayButton } from "./pay-button.tsx";
import { PayByTill } from "./pay-by-till.tsx";
import { cardFault, normalisePhone, TEXTS } from "./rules.ts";

export function meta() {
  return [{ title: `Pay by card | ${shop.name}` }];
}

/** Asks for a card payment (specification §5); without order data: the cart. */
export default function FlutterwavePage() {
  const found = useCarriedOrder();
  if (found.is === "elsewhere") return <Navigate to={found.to} replace />;
  return (
    <div className="page-narrow stack">
      <h1>Pay by card</h1>
      {found.is === "here" ? <CardForm carried={found.carried} /> : <Skeleton label="Loading your order" />}
    </div>
  );
}

type CardCall = typeof cardOrder & { answer: z.ZodType<{ success: true }> };
type Details = { name: string; email: string; phone: string };
type Failure = { signedOut: boolean; message: string };

function CardForm({ carried }: { carried: Carried }) {
  const { order } = carried;
  const { firstName = "", lastName = "", email = "", phone = "" } = order.address;
  const [faults, setFaults] = useState<Partial<Details>>({});
  const [failure, setFailure] = useState<Failure>();
  const [busy, run] = useBusy();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readForm(form);
    const details = { name: typed.name ?? "", email: typed.email ?? "", phone: typed.phone ?? "" };
    const fault = cardFault(details);
    setFaults(faultsByField(details));
    setFailure(undefined);
    if (fault) {
      toast("error", fault);
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    run(async () => {
      const signedIn = token.read();
      try {
        const phoneNumber = normalisePhone(details.phone);
        await call<CardCall>("/api/order/flutterwave", { ...order, ...details, phone: phoneNumber });
      } catch (error) {
        const found = readFailure(error);
        if (found.signedOut) dropSignIn(signedIn);
        setFailure(found);
        toast("error", found.message);
      }
    });
  };

  return (
    <form className="panel stack" onSubmit={submit} noValidate>
      <p>You pay on our card provider's own secure page; your card number never reaches {shop.name}.</p>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
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
        required
        defaultValue={normalisePhone(phone)}
        fault={faults.phone}
      />
      <Field label="Amount" name="amount" readOnly value={formatPrice(order.amount)} />
      <PayButton label={`Pay ${formatPrice(order.amount)}`} busy={busy} busyText="One moment…" />
      {failure?.signedOut && (
        <Notice
          kind="error"
          title="Log in to pay"
          action={<LoginLink className="button">Log in and come back</LoginLink>}
        >
          <p>{failure.message} Your order is kept.</p>
        </Notice>
      )}
      {failure && !failure.signedOut && (
        <PayByTill title="Card payment is not possible" message={failure.message} state={carried} />
      )}
    </form>
  );
}

/** The specification's texts, each beside the field it is about. */
function faultsByField(details: Details): Partial<Details> {
  const missing = Object.entries(details).filter(([, value]) => !value.trim());
  if (missing.length > 0) return Object.fromEntries(missing.map(([name]) => [name, TEXTS.detailsMissing]));
  return looksLikeEmail(details.email) ? {} : { email: TEXTS.emailInvalid };
}

function readFailure(error: unknown): Failure {
  if (!(error instanceof CallError) || error.status === 0) return { signedOut: false, message: TEXTS.failed };
  return { signedOut: error.status === 401, message: error.message };
}
