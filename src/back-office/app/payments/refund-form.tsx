import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import { formatPrice } from "../../../catalogue/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../payments/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import type { StaffOrder, StaffPayment } from "../shown.ts";

type Items = StaffOrder["items"];

/** Gives money back, all or a part; which goods are on the shelf again is said apart from the amount. */
export function RefundForm({ payment, items }: { payment: StaffPayment; items: Items }) {
  const off = !useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useDeed();
  const given = payment.refunds
    .filter(({ state }) => state !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = (payment.amount ?? 0) - given;
  if (left <= 0) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = readForm(event.currentTarget);
    const body = {
      amount: Number(typed.amount),
      reason: typed.reason ?? "",
      lines: restockedOf(typed, items),
    };
    const params = { id: payment._id };
    start<typeof contract.refundPayment>(
      { path: "/api/staff/payments/:id/refund", params, body },
      revalidate,
    );
  };
  return (
    <form className="panel stack" method="post" onSubmit={submit} noValidate>
      <h2>Give money back</h2>
      <Field
        label="Amount"
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={left}
        hint={`At most ${formatPrice(left)}.`}
        fault={faults.amount}
      />
      {/* beside another reason on this page: each form has its own */}
      <Field label="Reason" name="reason" autoComplete="off" fault={faults.reason} />
      {items.map(({ line, name, size, quantity, returned }) => (
        <Field
          key={line}
          label={`Pieces back on the shelf: ${name}, ${size}`}
          name={`line-${line}`}
          type="number"
          min={0}
          max={quantity - returned}
          defaultValue={0}
        />
      ))}
      <DeedFailure failure={failure} />
      <button type="submit" className="button button-danger" disabled={off} aria-disabled={busy}>
        Refund
      </button>
    </form>
  );
}

function restockedOf(typed: Record<string, string>, items: Items) {
  return items.flatMap(({ line }) => {
    const quantity = Number(typed[`line-${line}`] ?? 0);
    return quantity > 0 ? [{ line, quantity, restock: true }] : [];
  });
}
