import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure } from "../app/action.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useMay } from "../app/page.ts";
import { PhoneLink } from "../orders/badges.tsx";
import type * as contract from "./contract.ts";

/** Said to the shopper unless something else is typed. */
const NOT_FOUND = "We could not find this M-Pesa code.";

type Props = {
  row: contract.CodeRow;
  place: string;
  onMove: (by: number) => void;
  onDone: (id: string, words: string) => void;
  onSay: (words: string) => void;
};

/** One typed code, what is known of it, and what to make of it. */
export function CodeCard({ row, place, onMove, onDone, onSay }: Props) {
  const may = useMay();
  const mayDecide = may("codes.decide");
  const [receipt, setReceipt] = useState("");
  const [reason, setReason] = useState(NOT_FOUND);
  const { busy, failure, faults, dialog, ...actions } = useCodeActions(row, { onDone, onSay });
  const confirm = () => actions.confirm(receipt);
  const reject = () => actions.reject(reason);
  useKeys({
    ...(mayDecide && { c: confirm, r: reject }),
    ...(may("codes.ask") && { a: actions.ask }),
    j: () => onMove(1),
    k: () => onMove(-1),
  });
  return (
    <div className="panel stack code-card">
      <CodeFacts row={row} place={place} onUse={mayDecide ? setReceipt : undefined} />
      <ActionFailure failure={failure} />
      {dialog}
      <div className="row">
        {mayDecide && (
          <>
            <ActionButton
              aria-keyshortcuts="c"
              className="button button-primary"
              busy={busy}
              onClick={confirm}
            >
              Confirm
            </ActionButton>
            <ActionButton aria-keyshortcuts="r" className="button button-danger" busy={busy} onClick={reject}>
              Reject
            </ActionButton>
          </>
        )}
        {may("codes.ask") && (
          <ActionButton aria-keyshortcuts="a" busy={busy} onClick={actions.ask}>
            Ask again
          </ActionButton>
        )}
        {mayDecide && row.waiting > 1 && (
          <ActionButton busy={busy} onClick={actions.rejectAll}>
            {`Reject all ${row.waiting} codes of this account`}
          </ActionButton>
        )}
        <ActionButton aria-keyshortcuts="k" className="link-button" onClick={() => onMove(-1)}>
          Previous
        </ActionButton>
        <ActionButton aria-keyshortcuts="j" className="link-button" onClick={() => onMove(1)}>
          Next
        </ActionButton>
      </div>
      <p className="field-hint">Keys: c confirm, r reject, a ask again, j next, k previous.</p>
      {mayDecide && (
        <>
          <StaffForm onSubmit={confirm}>
            <Field
              label="M-Pesa code"
              name="receipt"
              autoComplete="off"
              autoCapitalize="characters"
              value={receipt}
              onChange={({ target }) => setReceipt(target.value)}
              hint="For Confirm, where the money came under another code than the one typed."
              fault={faults.receipt}
            />
          </StaffForm>
          <StaffForm onSubmit={reject}>
            <Field
              label="Reason"
              name="reason"
              autoComplete="off"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              hint="For Reject, into the audit log. The shopper is asked for the right code."
              fault={faults.reason}
            />
          </StaffForm>
        </>
      )}
    </div>
  );
}

/** What may be done with a code: what decides it takes it off the queue. */
function useCodeActions(
  { _id, code, amount, account }: contract.CodeRow,
  { onDone, onSay }: Pick<Props, "onDone" | "onSay">,
) {
  const { start, begin, ...action } = useConfirmed();
  return {
    ...action,
    confirm: (receipt: string) =>
      begin<typeof contract.confirmCode>(
        "Confirm",
        (confirmed) => ({
          path: `/api/staff/codes/${_id}/confirm`,
          body: { amount, confirmed, ...(receipt.trim() && { receipt }) },
        }),
        () => onDone(_id, `${code} is confirmed.`),
      ),
    reject: (reason: string) =>
      start<typeof contract.rejectCode>({ path: `/api/staff/codes/${_id}/reject`, body: { reason } }, () =>
        onDone(_id, `${code} is rejected.`),
      ),
    rejectAll: () =>
      begin<typeof contract.rejectAll>(
        "Reject all codes",
        (confirmed) => ({ path: "/api/staff/codes/reject-all", body: { account, confirmed } }),
        ({ rejected }) => onDone(_id, `${rejected} codes are rejected.`),
      ),
    ask: () =>
      start<typeof contract.askAgain>({ path: `/api/staff/codes/${_id}/ask-again` }, () =>
        onSay(`M-Pesa is asked about ${code} once more.`),
      ),
  };
}

type CodeFactsProps = {
  row: contract.CodeRow;
  place: string;
  /** Takes the code of money at the till as the one to confirm under. */
  onUse: ((code: string) => void) | undefined;
};

/** A typed code, large, and what is known of it. */
function CodeFacts({ row, place, onUse }: CodeFactsProps) {
  const { code, amount, name, phone, age, orderId, isOverdue, endsAt, tillMoney, elsewhere } = row;
  return (
    <>
      <p className="field-hint">{place}</p>
      <p className="code-typed">{code}</p>
      <dl className="facts">
        <dt>Amount</dt>
        <dd>
          <strong className="price">{formatPrice(amount)}</strong>
        </dd>
        <dt>Name</dt>
        <dd>{name || "–"}</dd>
        <dt>Phone</dt>
        <dd>{phone ? <PhoneLink phone={phone} /> : "–"}</dd>
        <dt>Waiting</dt>
        <dd>
          {waitInWords(age)}
          {isOverdue && "; M-Pesa is not asked any more"}
        </dd>
        {endsAt !== null && (
          <>
            <dt>Ends</dt>
            <dd>
              {formatMoment(endsAt)}
              {orderId && ": its order is then cancelled"}
            </dd>
          </>
        )}
        <dt>Order</dt>
        <dd>{orderId ? <Link to={`/orders/${orderId}`}>{shortId(orderId)}</Link> : "none"}</dd>
      </dl>
      {tillMoney.length > 0 && (
        <div className="notice">
          <h2>Money of this amount at the till</h2>
          <ul>
            {tillMoney.map((money) => (
              <li key={money.code}>
                <strong>{money.code}</strong>, {sayApart(money.seconds)}{" "}
                {onUse && (
                  <button type="button" className="link-button" onClick={() => onUse(money.code)}>
                    Use {money.code}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {elsewhere.length > 0 && (
        <div className="notice notice-error">
          <h2>This code is known elsewhere</h2>
          <ul>
            {elsewhere.map(({ what, orderId: order, paymentId }) => (
              <li key={`${what} ${paymentId}`}>
                {what} {order && <Link to={`/orders/${order}`}>{shortId(order)}</Link>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function sayApart(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  return `${minutes} min ${seconds < 0 ? "before" : "after"} the code`;
}

function waitInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** Runs what stands for a key, unless somebody types, holds a control key, or is asked something in a dialog. */
function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, repeat } = event;
      if (repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
      const work = latest.current[key.toLowerCase()];
      if (!work) return;
      event.preventDefault();
      work();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
