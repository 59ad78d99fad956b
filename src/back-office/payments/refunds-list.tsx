import { type FormEvent, useEffect } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton } from "../app/action-button.tsx";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { sayRefund } from "../app/in-words.ts";
import { useMay } from "../app/person.ts";
import type { StaffPayment } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { receiptName } from "./receipt-name.ts";

/** A provider's answer comes within seconds, or is looked up for hours: then the page is not asked for anew for ever. */
const EVERY_MS = 3_000;
const TIMES = 20;

const UNDER_WAY = ["due", "asking", "asked", "sending", "sent"];

/** Reads the payment anew while a provider is giving its money back. */
function useRefundNews({ refunds }: StaffPayment): void {
  const { revalidate } = useRevalidator();
  const waits = refunds.some(({ way, state }) => way !== "hand" && UNDER_WAY.includes(state));
  useEffect(() => {
    if (!waits) return;
    let left = TIMES;
    const timer = setInterval(() => {
      if (document.hidden) return;
      left -= 1;
      if (left < 0) clearInterval(timer);
      else void revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
}

type Refund = StaffPayment["refunds"][number];

/** What was given back or is on its way; what a person sent is marked with the code of its transfer. */
export function RefundsList({ payment }: { payment: StaffPayment }) {
  const may = useMay();
  useRefundNews(payment);
  if (payment.refunds.length === 0) return null;
  // one at a time: each is sent, and its code typed, by itself
  const next = payment.refunds.find(({ markable }) => markable);
  return (
    <section className="panel stack">
      <h2>Refunds</h2>
      {payment.refunds.map((refund) => (
        <div key={refund._id} className="stack">
          <p aria-live="polite">
            <strong className="price">{formatPrice(refund.amount)}</strong>{" "}
            {refund.givenUp ? "given up" : sayRefund(refund.state)}
            {refund.way === "hand" && ", by hand"}, {formatMoment(refund.date)}. {refund.reason}{" "}
            {refund.reference} {refund.result}
          </p>
          {refund === next && may("refunds") && (
            <MarkRefunded key={refund._id} payment={payment} refund={refund} />
          )}
        </div>
      ))}
    </section>
  );
}

type MarkProps = { payment: StaffPayment; refund: Refund };

function MarkRefunded({ payment, refund }: MarkProps) {
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useAction();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { code = "" } = readForm(event.currentTarget);
    const body = { refund: refund._id, ...(code.trim() && { code }) };
    const params = { id: payment._id };
    start<typeof contract.markRefunded>(
      { path: "/api/staff/payments/:id/refunded", params, body },
      revalidate,
    );
  };
  return (
    <form className="stack" method="post" onSubmit={submit} noValidate>
      <p>
        Send {formatPrice(refund.amount)}
        {payment.phone && ` to ${payment.phone}`}, then type its code.
      </p>
      <Field label={receiptName(payment)} name="code" autoComplete="off" fault={faults.code} />
      <ActionFailure failure={failure} />
      <ActionButton type="submit" className="button button-primary" busy={busy}>
        Mark refunded
      </ActionButton>
    </form>
  );
}
