import { type FormEvent, useState } from "react";
import { Navigate } from "react-router";
import type { z } from "zod";
import { focusFault, readForm } from "../accounts/form-focus.ts";
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
import type { stkPush } from "./contract.ts";
import { PayButton } from "./pay-button.tsx";
import { PayByTill } from "./pay-by-till.tsx";
import { isMobile, normalisePhone, TEXTS } from "./rules.ts";

export function meta() {
  return [{ title: `Pay with M-Pesa | ${shop.name}` }];
}

/** Asks for a push payment (specification §5); without order data: the cart. */
export default function MpesaPage() {
  const found = useCarriedOrder();
  if (found.is === "elsewhere") return <Navigate to={found.to} replace />;
  return (
    <div className="page-narrow stack">
      <h1>Pay with M-Pesa</h1>
      {found.is === "here" ? <PushForm carried={found.carried} /> : <Skeleton label="Loading your order" />}
    </div>
  );
}

type Push = typeof stkPush & { answer: z.ZodType<{ success: true }> };
type Failure = { signedOut: boolean; message: string };

function PushForm({ carried }: { carried: Carried }) {
  const { order } = carried;
  const [phone, setPhone] = useState(() => normalisePhone(order.address.phone ?? ""));
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, run] = useBusy();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const phoneNumber = normalisePhone(readForm(event.currentTarget).phone ?? "");
    const valid = isMobile(phoneNumber);
    setFault(valid ? undefined : TEXTS.phoneInvalid);
    if (!valid) return focusFault(event.currentTarget);
    setPhone(phoneNumber);
    run(async () => {
      const signedIn = token.read();
      setFailure(undefined);
      try {
        await call<Push>("/token/stkpush", { amount: String(order.amount), phoneNumber });
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
      <p>
        We ask M-Pesa to send a prompt to this phone. You confirm it with your PIN; we never see your PIN.
      </p>
      <Field
        label="M-Pesa phone number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        required
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
        hint="As 254712345678 or 0712 345 678."
        fault={fault}
      />
      <Field label="Amount" name="amount" readOnly value={formatPrice(order.amount)} />
      <PayButton label={`Pay ${formatPrice(order.amount)}`} busy={busy} busyText="Asking M-Pesa…" />
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
        <PayByTill title="M-Pesa could not be asked" message={failure.message} state={carried} />
      )}
    </form>
  );
}

/** 'M-Pesa Error: …' with what the server said, or the plain text when it could not say anything (specification §8). */
function readFailure(error: unknown): Failure {
  if (!(error instanceof CallError) || error.status === 0) return { signedOut: false, message: TEXTS.failed };
  if (error.status === 401) return { signedOut: true, message: error.message };
  const said = error.answer.error;
  return { signedOut: false, message: `M-Pesa Error: ${typeof said === "string" ? said : error.message}` };
}
