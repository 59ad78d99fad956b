import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { readKes, readWhole } from "../../platform/whole-number.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { useMay } from "../app/person.ts";
import type { MoneyRow, StaffMoney, StaffOrder } from "../app/shown.ts";
import type * as contract from "./contract.ts";

type Items = StaffOrder["items"];
type Props = { shown: StaffMoney; money: MoneyRow; items: Items; onSay: (words: string) => void };

/** Refund it or a part, let it pay an order, or leave it. Each says first what it would do, and asks. */
export function DecideMoney(props: Props) {
  const may = useMay();
  const { actions } = props.shown;
  return (
    <>
      {may("refunds") && actions.includes("refund") && <RefundForm {...props} />}
      {may("payments.decide") && actions.includes("allocate") && <AllocateForm {...props} />}
      {may("payments.decide") && actions.includes("close") && <CloseForm {...props} />}
    </>
  );
}

function RefundForm({ money, items, onSay }: Props) {
  const { begin, failure, faults, busy, dialog } = useConfirmed();
  const { revalidate } = useRevalidator();
  const left = money.unallocated || money.allocated;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = readForm(event.currentTarget);
    const body = {
      amount: readKes(typed.amount ?? ""),
      reason: typed.reason ?? "",
      lines: returnedOf(typed, items),
      order: money.order ?? null,
    };
    begin<typeof contract.refundMoney>(
      "Refund",
      (confirmed) => ({
        path: `/api/staff/money/${money._id}/refund`,
        body: { ...body, confirmed },
      }),
      ({ refund }) => {
        onSay(
          refund.method === "hand"
            ? `Now send ${formatPrice(refund.amount)} yourself: see Refunds below.`
            : `${formatPrice(refund.amount)} is being sent back.`,
        );
        return revalidate();
      },
    );
  };
  return (
    <ActionForm title="Refund" submit="Refund" isDanger busy={busy} onSubmit={submit}>
      <Field
        label="Amount"
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={left}
        hint={`At most ${formatPrice(left)}.`}
        fault={faults.amount}
      />
      {items.length > 0 && money.order && <ReturnedItems items={items} faults={faults} />}
      <Reason fault={faults.reason} />
      <ActionFailure failure={failure} withFields={faults.lines !== undefined} />
      {dialog}
    </ActionForm>
  );
}

function AllocateForm({ money, onSay }: Props) {
  const { begin, failure, faults, busy, dialog } = useConfirmed();
  const { revalidate } = useRevalidator();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { order = "" } = readForm(event.currentTarget);
    begin<typeof contract.allocateMoney>(
      "Pay this order",
      (confirmed) => ({
        path: `/api/staff/money/${money._id}/allocate`,
        body: { order: order.trim(), confirmed },
      }),
      () => {
        onSay("It pays the order now.");
        return revalidate();
      },
    );
  };
  return (
    <ActionForm title="It pays an order" submit="Pay this order" busy={busy} onSubmit={submit}>
      <Field
        label="Order"
        name="order"
        autoComplete="off"
        hint="Its number, as on its page: 8 letters and digits."
        fault={faults.order}
      />
      <ActionFailure failure={failure} />
      {dialog}
    </ActionForm>
  );
}

function CloseForm({ money, onSay }: Props) {
  const { begin, failure, faults, busy, dialog } = useConfirmed();
  const { revalidate } = useRevalidator();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { reason = "" } = readForm(event.currentTarget);
    begin<typeof contract.closeMoney>(
      "Close",
      (confirmed) => ({
        path: `/api/staff/money/${money._id}/close`,
        body: { reason, confirmed },
      }),
      () => {
        onSay("It is closed.");
        return revalidate();
      },
    );
  };
  return (
    <ActionForm title="Leave it as it is" submit="Close" busy={busy} onSubmit={submit}>
      <p>Nothing is sent back, and it leaves the list of what needs a decision.</p>
      <Reason fault={faults.reason} />
      <ActionFailure failure={failure} />
      {dialog}
    </ActionForm>
  );
}

type FormProps = {
  title: string;
  submit: string;
  isDanger?: boolean;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: React.ReactNode;
};

function ActionForm({ title, submit, isDanger = false, busy, onSubmit, children }: FormProps) {
  const off = !useHydrated();
  return (
    <form className="panel stack" method="post" noValidate onSubmit={onSubmit}>
      <h2>{title}</h2>
      {children}
      <button
        type="submit"
        className={`button ${isDanger ? "button-danger" : ""}`}
        disabled={off}
        aria-disabled={busy || undefined}
      >
        {submit}
      </button>
    </form>
  );
}

export function Reason({ fault }: { fault: string | undefined }) {
  return (
    <Field
      label="Reason"
      name="reason"
      autoComplete="off"
      hint="For the audit log; the shopper does not see it."
      fault={fault}
    />
  );
}

/** Which items come back with a refund; that is said apart from the money. */
function ReturnedItems({ items, faults }: { items: Items; faults: Record<string, string | undefined> }) {
  return (
    <details className="goods-back">
      <summary>Items that come back</summary>
      <p className="field-hint">They go on sale again once the money is refunded.</p>
      {items.map(({ line, name, size, quantity, returned }, at) => (
        <Field
          key={line}
          label={`Pieces of ${name}, ${size}`}
          name={`line-${line}`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={0}
          hint={`At most ${quantity - returned}.`}
          fault={faults[`lines.${at}.quantity`]}
        />
      ))}
    </details>
  );
}

/** The lines that were named, as the call takes them. */
export function returnedOf(typed: Record<string, string>, items: Items) {
  return items.flatMap(({ line }) => {
    const quantity = readWhole(typed[`line-${line}`]?.trim() || "0");
    return quantity === 0 ? [] : [{ line, quantity, restock: true }];
  });
}
