import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { readKes, readWhole } from "../../platform/whole-number.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton } from "../app/action-button.tsx";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { useMay } from "../app/person.ts";
import type { StaffOrder, StaffPayment } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { receiptName } from "./receipt-name.ts";

type Props = {
  payment: StaffPayment;
  items: StaffOrder["items"];
  /** Gets what came of an action, which may end this form. */
  onSay: (words: string) => void;
};

/**
 * Asks the provider, or says what it could not: the money is here, never came, or goes back, all or a part. One reason is
 * given for whichever it is; nothing is sent by Enter alone.
 */
export function DecidePayment({ payment, items, onSay }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, failure, faults, lineFaults, ...actions } = usePaymentActions({ payment, items, onSay });
  const { can, left } = useDecidable(payment);
  if (!can.check && !can.decide && !can.refund) return null;
  const typed = () => (form.current ? readForm(form.current) : {});
  return (
    <form
      ref={form}
      className="panel stack"
      method="post"
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>{can.decide ? "Decide" : can.refund ? "Give money back" : "Ask"}</h2>
      {/* money nobody has seen needs the code it came under */}
      {(can.accept || (can.refund && payment.code === null)) && (
        <Field label={receiptName(payment)} name="receipt" autoComplete="off" fault={faults.receipt} />
      )}
      {can.refund && (
        <Field
          label="Amount"
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={left}
          hint={left === undefined ? "How much goes back." : `What goes back, at most ${formatPrice(left)}.`}
          fault={faults.amount}
        />
      )}
      {can.refund && items.length > 0 && <ReturnedGoods items={items} faults={lineFaults} />}
      {(can.decide || can.refund) && (
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          hint="For the audit log; the shopper does not see it."
          fault={faults.reason}
        />
      )}
      {/* what is wrong with all of the lines together stands beside no field */}
      <ActionFailure failure={failure} withFields={faults.lines !== undefined} />
      <div className="row">
        {can.accept && (
          <ActionButton className="button button-primary" busy={busy} onClick={() => actions.accept(typed())}>
            Accept as paid
          </ActionButton>
        )}
        {can.refund && (
          <ActionButton className="button button-danger" busy={busy} onClick={() => actions.refund(typed())}>
            Refund
          </ActionButton>
        )}
        {can.close && (
          <ActionButton className="button button-danger" busy={busy} onClick={() => actions.close(typed())}>
            No money came
          </ActionButton>
        )}
        {can.check && (
          <ActionButton busy={busy} onClick={actions.check}>
            Check now
          </ActionButton>
        )}
      </div>
    </form>
  );
}

/** What this person may do that the calls would do; `left` in KES can still go back, where that is known. */
function useDecidable({ deeds, amount, refunds }: StaffPayment) {
  const may = useMay();
  const isDecider = may("payments.decide");
  const accept = isDecider && deeds.includes("accept");
  const close = isDecider && deeds.includes("close");
  const claimed = refunds
    .filter(({ state }) => state !== "failed")
    .reduce((sum, each) => sum + each.amount, 0);
  const left = amount === null ? undefined : amount - claimed;
  const refund = may("refunds") && deeds.includes("refund") && (left === undefined || left > 0);
  const check = may("payments.check") && deeds.includes("check");
  return { can: { accept, close, refund, check, decide: accept || close }, left };
}

type Typed = Record<string, string>;

type TypedProps = { payment: StaffPayment; items: StaffOrder["items"]; onSay: (words: string) => void };

/** The actions of a payment's page, by what its form holds; `onSay` gets what came of them. */
function usePaymentActions({ payment: { _id, amount }, items, onSay }: TypedProps) {
  const { start, ...action } = useAction();
  const [returned, setReturned] = useState<ReturnType<typeof returnedOf>>([]);
  const { revalidate } = useRevalidator();
  const params = { id: _id };
  const path = "/api/staff/payments/:id" as const;
  const tell = (words: string) => {
    onSay(words);
    return revalidate();
  };
  const lineFaults: LineFaults = Object.fromEntries(
    returned.map(({ line }, at) => [line, action.faults[`lines.${at}.quantity`]]),
  );
  return {
    ...action,
    lineFaults,
    check: () =>
      start<typeof contract.checkPayment>({ path: `${path}/check`, params }, ({ message }) => tell(message)),
    accept: ({ receipt = "", reason = "" }: Typed) => {
      const body = { reason, ...(receipt.trim() && { receipt }), ...(amount !== null && { amount }) };
      start<typeof contract.acceptPayment>({ path: `${path}/accept`, params, body }, () =>
        tell("It is accepted as paid."),
      );
    },
    close: ({ reason = "" }: Typed) =>
      start<typeof contract.closePayment>({ path: `${path}/close`, params, body: { reason } }, () =>
        tell("It is closed."),
      ),
    refund: (typed: Typed) => {
      const { receipt = "", reason = "" } = typed;
      const lines = returnedOf(typed, items);
      setReturned(lines);
      const body = {
        amount: readKes(typed.amount ?? ""),
        reason,
        lines,
        ...(receipt.trim() && { receipt }),
      };
      start<typeof contract.refundPayment>({ path: `${path}/refund`, params, body }, ({ refund }) =>
        tell(
          refund.way === "hand"
            ? `${formatPrice(refund.amount)} is to be sent by hand.`
            : `${formatPrice(refund.amount)} goes back by the provider.`,
        ),
      );
    },
  };
}

type Items = StaffOrder["items"];

/** What is wrong with the pieces of a line, by its number in the order. */
type LineFaults = Record<number, string | undefined>;

/** Which goods come back with a refund; that is said apart from the money. */
function ReturnedGoods({ items, faults }: { items: Items; faults: LineFaults }) {
  return (
    <details className="goods-back">
      <summary>Goods that come back</summary>
      <p className="field-hint">They go on sale again once the money is back.</p>
      {items.map(({ line, name, size, quantity, returned }) => (
        <Field
          key={line}
          label={`Pieces of ${name}, ${size}`}
          name={fieldOf(line)}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={0}
          hint={`At most ${quantity - returned}.`}
          fault={faults[line]}
        />
      ))}
    </details>
  );
}

/** The lines that were named, as the call takes them. */
export function returnedOf(typed: Record<string, string>, items: Items) {
  return items.flatMap(({ line }) => {
    const quantity = readWhole(typed[fieldOf(line)]?.trim() || "0");
    return quantity === 0 ? [] : [{ line, quantity, restock: true }];
  });
}

function fieldOf(line: number): string {
  return `line-${line}`;
}
