import { type FormEvent, useRef, useState } from "react";
import { focusFault, readForm } from "../accounts/form-focus.ts";
import { dropSignIn } from "../cart/cart-store.ts";
import { newId } from "../cart/checkout-id.ts";
import { formatPrice } from "../catalogue/rules.ts";
import type { Carried } from "../ordering/carried-order.ts";
import { WithMpesa } from "../ordering/with-mpesa.tsx";
import { CallError, call } from "../platform/call.ts";
import { token } from "../platform/kept.ts";
import { useBusy } from "../platform/use-busy.ts";
import { Field } from "../ui/field.tsx";
import { toast } from "../ui/toast.ts";
import type { stkPush } from "./contract.ts";
import { PayButton } from "./pay-button.tsx";
import { PushFailed, type PushFailure, readPushFailure, STILL_CHECKING } from "./push-failure.tsx";
import { keepPush } from "./push-kept.ts";
import type { Running } from "./push-state.ts";
import { PushTitle } from "./push-title.tsx";
import { isMobile, normalisePhone, TEXTS } from "./rules.ts";

/** One tap on Pay, as the server knows it. */
type Tap = { id: string; phoneNumber: string };
type PushFormProps = {
  carried: Carried;
  /** Shown after Try Again. */
  again: boolean;
  /** A prompt that is still asked about. */
  earlier: Running | undefined;
  onAccepted: (running: Running) => void;
  onShow: () => void;
};

/** The phone, the amount and Pay (specification §5). */
export function PushForm({ carried, again, earlier, onAccepted, onShow }: PushFormProps) {
  const { amount, address } = carried.order;
  const [phone, setPhone] = useState(() => normalisePhone(address.phone ?? ""));
  const [fault, setFault] = useState<string>();
  const { ask, failure, busy } = useTaps({ carried, earlier, onAccepted });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const phoneNumber = normalisePhone(readForm(event.currentTarget).phone ?? "");
    const valid = isMobile(phoneNumber);
    setFault(valid ? undefined : TEXTS.phoneInvalid);
    if (!valid) return focusFault(event.currentTarget);
    setPhone(phoneNumber);
    ask(phoneNumber);
  };

  const label = failure?.next === "unheard" ? "Try again" : `Pay ${formatPrice(amount)}`;
  return (
    <form className="panel stack" onSubmit={submit} noValidate>
      {again && <PushTitle>Ask for another prompt</PushTitle>}
      {earlier && (
        <p className="push-note">
          We keep checking your earlier prompt. If you entered your PIN there, do not pay again: this page
          will tell you when the money comes.
        </p>
      )}
      <p>
        <WithMpesa>
          We ask M-Pesa to send a prompt to this phone. You confirm it with your PIN; we never see your PIN.
        </WithMpesa>
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
      <Field label="Amount" name="amount" readOnly value={formatPrice(amount)} />
      <PayButton label={label} busy={busy} busyText="Asking M-Pesa…" />
      {failure && <PushFailed failure={failure} carried={carried} onShow={onShow} />}
    </form>
  );
}

/** Asks for a prompt, one tap at a time. A tap whose answer got lost is repeated as the same one, never doubled. */
function useTaps({
  carried,
  earlier,
  onAccepted,
}: Pick<PushFormProps, "carried" | "earlier" | "onAccepted">) {
  const [failure, setFailure] = useState<PushFailure>();
  const [busy, run] = useBusy();
  const lost = useRef<Tap>(undefined);

  const ask = (phoneNumber: string) =>
    run(async () => {
      const signedIn = token.read();
      const tap = lost.current?.phoneNumber === phoneNumber ? lost.current : { id: newId(), phoneNumber };
      setFailure(undefined);
      try {
        const id = await askForPrompt(carried, tap);
        lost.current = undefined;
        if (id === earlier?.id) return setFailure(STILL_CHECKING);
        if (carried.checkoutId) keepPush(carried.checkoutId, id);
        onAccepted({ id, startedAt: performance.now(), amount: carried.order.amount, phone: phoneNumber });
      } catch (error) {
        const found = readPushFailure(error);
        lost.current = found.next === "unheard" ? tap : undefined;
        if (found.next === "log-in") dropSignIn(signedIn);
        setFailure(found);
        toast("error", found.message);
      }
    });

  return { ask, failure, busy };
}

/** The id of the prompt this tap has caused. @throws CallError also when an answer names none */
async function askForPrompt({ order, checkoutId }: Carried, tap: Tap): Promise<string> {
  const answer = await call<typeof stkPush>(
    "/token/stkpush",
    {
      amount: String(order.amount),
      phoneNumber: tap.phoneNumber,
      clientAttemptId: tap.id,
      items: order.items.map(({ _id, size, quantity }) => ({ _id, size, quantity })),
      address: order.address,
    },
    checkoutId ? { "idempotency-key": checkoutId } : {},
  );
  const id = answer.data?.CheckoutRequestID || answer.CheckoutRequestID;
  if (!id) throw new CallError(200, TEXTS.failed);
  return id;
}
