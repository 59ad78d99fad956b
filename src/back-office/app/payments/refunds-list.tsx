import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import { formatPrice } from "../../../catalogue/rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../payments/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { sayRefund } from "../in-words.ts";
import { useMay } from "../person.ts";
import type { StaffPayment } from "../shown.ts";

type Refund = StaffPayment["refunds"][number];

/** What was given back or is on its way; what is owed by hand is marked with the code of its transfer. */
export function RefundsList({ payment }: { payment: StaffPayment }) {
  const may = useMay();
  if (payment.refunds.length === 0) return null;
  return (
    <section className="panel stack">
      <h2>Refunds</h2>
      {payment.refunds.map((refund) => (
        <div key={refund._id} className="stack">
          <p>
            <strong className="price">{formatPrice(refund.amount)}</strong> {sayRefund(refund.state)},{" "}
            {refund.way === "hand" ? "by hand" : "by the provider"}, {formatMoment(refund.date)}.{" "}
            {refund.reason} {refund.reference} {refund.result}
          </p>
          {refund.way === "hand" && refund.state !== "done" && may("refunds") && (
            <MarkRefunded id={payment._id} refund={refund} phone={payment.phone} />
          )}
        </div>
      ))}
    </section>
  );
}

type MarkProps = { id: string; refund: Refund; phone: string | null };

function MarkRefunded({ id, refund, phone }: MarkProps) {
  const off = !useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useDeed();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { refund: refund._id, code: readForm(event.currentTarget).code ?? "" };
    start<typeof contract.markRefunded>(
      { path: "/api/staff/payments/:id/refunded", params: { id }, body },
      revalidate,
    );
  };
  return (
    <form className="stack" method="post" onSubmit={submit} noValidate>
      <p>
        Send {formatPrice(refund.amount)}
        {phone && ` to ${phone}`}, then type the code of the SMS.
      </p>
      <Field label="Code" name="code" autoComplete="off" fault={faults.code} />
      <DeedFailure failure={failure} />
      <button type="submit" className="button button-primary" disabled={off} aria-disabled={busy}>
        Mark refunded
      </button>
    </form>
  );
}
