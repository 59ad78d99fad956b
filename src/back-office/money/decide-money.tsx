import type { ReactNode } from "react";
import { formatPrice } from "../../catalogue/rules.ts";
import { readKes, readWhole } from "../../platform/whole-number.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure, type Faults } from "../app/action.tsx";
import type { AnswerTo, StaffCall } from "../app/calls/call-staff.ts";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useMay } from "../app/page.ts";
import type { StaffOrder } from "../orders/contract.ts";
import type { StaffContract } from "../staff-route.server.ts";
import type * as contract from "./contract.ts";

type Items = StaffOrder["items"];
type Props = {
  shown: contract.StaffMoney;
  money: contract.MoneyRow;
  items: Items;
  onSay: (words: string) => void;
};

/** Forms to refund a sum or a part, to let it pay an order, or to close it. Each asks for a confirmation first. */
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
  const { unallocated, allocated, state } = money;
  // what is closed of an order's money is not refunded with it
  const open = state === "closed" && allocated > 0 ? 0 : unallocated;
  const left = open || allocated;
  const most =
    open > 0 && allocated > 0
      ? `At most ${formatPrice(open)}, which belongs to no order; with items of its order ${formatPrice(allocated)}.`
      : `At most ${formatPrice(left)}.`;
  return (
    <ConfirmedForm<typeof contract.refundMoney>
      title="Refund"
      submit="Refund"
      isDanger
      callOf={(typed, confirmed) => ({
        path: `/api/staff/money/${money._id}/refund`,
        body: {
          amount: readKes(typed.amount ?? ""),
          reason: typed.reason ?? "",
          lines: returnedOf(typed, items),
          order: money.order ?? null,
          confirmed,
        },
      })}
      onDone={({ refund }) =>
        onSay(
          refund.method === "hand"
            ? `Now send ${formatPrice(refund.amount)} yourself: see Refunds below.`
            : `${formatPrice(refund.amount)} is being sent back.`,
        )
      }
    >
      {(faults) => (
        <>
          <Field
            label="Amount"
            name="amount"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={left}
            hint={most}
            fault={faults.amount}
          />
          {items.length > 0 && money.order && <ReturnedItems items={items} faults={faults} />}
          <Reason fault={faults.reason} />
        </>
      )}
    </ConfirmedForm>
  );
}

function AllocateForm({ money, onSay }: Props) {
  return (
    <ConfirmedForm<typeof contract.allocateMoney>
      title="It pays an order"
      submit="Pay this order"
      callOf={({ order = "" }, confirmed) => ({
        path: `/api/staff/money/${money._id}/allocate`,
        body: { order: order.trim(), confirmed },
      })}
      onDone={() => onSay("It pays the order now.")}
    >
      {(faults) => (
        <Field
          label="Order"
          name="order"
          autoComplete="off"
          hint="Its number, as on its page: 8 letters and digits."
          fault={faults.order}
        />
      )}
    </ConfirmedForm>
  );
}

function CloseForm({ money, onSay }: Props) {
  return (
    <ConfirmedForm<typeof contract.closeMoney>
      title="Leave it as it is"
      submit="Close"
      callOf={({ reason = "" }, confirmed) => ({
        path: `/api/staff/money/${money._id}/close`,
        body: { reason, confirmed },
      })}
      onDone={() => onSay("It is closed.")}
    >
      {(faults) => (
        <>
          <p>Nothing is sent back, and it leaves the list of what needs a decision.</p>
          <Reason fault={faults.reason} />
        </>
      )}
    </ConfirmedForm>
  );
}

type FormProps<C extends StaffContract> = {
  title: string;
  /** The label of its button, and the title of the question that comes first. */
  submit: string;
  isDanger?: true;
  callOf: (typed: Record<string, string>, confirmed: boolean | string) => StaffCall<C>;
  onDone: (answer: AnswerTo<C>) => void;
  children: (faults: Faults) => ReactNode;
};

function ConfirmedForm<C extends StaffContract>(props: FormProps<C>) {
  const { title, submit, isDanger, callOf, onDone, children } = props;
  const { begin, revalidate, failure, faults, busy, dialog } = useConfirmed();
  return (
    <StaffForm
      className="panel stack"
      onSubmit={(typed) =>
        begin<C>(
          submit,
          (confirmed) => callOf(typed, confirmed),
          (answer) => {
            onDone(answer);
            return revalidate();
          },
        )
      }
    >
      <h2>{title}</h2>
      {children(faults)}
      <ActionFailure failure={failure} withFields={faults.lines !== undefined} />
      {dialog}
      <ActionButton type="submit" className={`button ${isDanger ? "button-danger" : ""}`} busy={busy}>
        {submit}
      </ActionButton>
    </StaffForm>
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

/** Which items are returned with a refund, chosen separately from the sum. */
function ReturnedItems({ items, faults }: { items: Items; faults: Faults }) {
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

/** The named lines in the form of the call. */
export function returnedOf(typed: Record<string, string>, items: Items) {
  return items.flatMap(({ line }) => {
    const quantity = readWhole(typed[`line-${line}`]?.trim() || "0");
    return quantity === 0 ? [] : [{ line, quantity, restock: true }];
  });
}
