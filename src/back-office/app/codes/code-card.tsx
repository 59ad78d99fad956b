import { useRef } from "react";
import { Link } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import { formatPrice } from "../../../catalogue/rules.ts";
import { shortId } from "../../../ordering/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../codes/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { useMay } from "../person.ts";
import type { CodeRow } from "../shown.ts";
import { useKeys } from "./use-keys.ts";

/** Said to the shopper unless something else is typed. */
const NOT_FOUND = "We could not find this M-Pesa code.";

type Props = {
  row: CodeRow;
  place: string;
  onMove: (by: number) => void;
  onDone: (id: string, words: string) => void;
  onSay: (words: string) => void;
};

/** One typed code, what is known of it, and what to make of it. */
export function CodeCard({ row, place, onMove, onDone, onSay }: Props) {
  const may = useMay();
  const form = useRef<HTMLFormElement>(null);
  const { busy, failure, faults, confirm, reject, ask } = useCodeDeeds(row, { onDone, onSay });
  const doReject = () => reject(form.current ? (readForm(form.current).reason ?? "") : "");
  useKeys({
    ...(may("codes.decide") && { c: confirm, r: doReject }),
    ...(may("codes.ask") && { a: ask }),
    j: () => onMove(1),
    k: () => onMove(-1),
  });
  return (
    <div className="panel stack code-card">
      <CodeFacts row={row} place={place} />
      {may("codes.decide") && (
        <form
          ref={form}
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            doReject();
          }}
        >
          <Field
            label="Reason"
            name="reason"
            autoComplete="off"
            defaultValue={NOT_FOUND}
            hint="For Reject, into the audit log. The shopper is asked for the right code."
            fault={faults.reason}
          />
        </form>
      )}
      <DeedFailure failure={failure} />
      <div className="row">
        {may("codes.decide") && (
          <>
            <KeyButton letter="c" className="button button-primary" busy={busy} onPress={confirm}>
              Confirm
            </KeyButton>
            <KeyButton letter="r" className="button button-danger" busy={busy} onPress={doReject}>
              Reject
            </KeyButton>
          </>
        )}
        {may("codes.ask") && (
          <KeyButton letter="a" className="button" busy={busy} onPress={ask}>
            Ask again
          </KeyButton>
        )}
        <KeyButton letter="k" className="link-button" onPress={() => onMove(-1)}>
          Previous
        </KeyButton>
        <KeyButton letter="j" className="link-button" onPress={() => onMove(1)}>
          Next
        </KeyButton>
      </div>
      <p className="field-hint">Keys: c confirm, r reject, a ask again, j next, k previous.</p>
    </div>
  );
}

type KeyButtonProps = {
  letter: string;
  className: string;
  busy?: boolean;
  onPress: () => void;
  children: string;
};

/** A button that a key presses as well. */
function KeyButton({ letter, className, busy = false, onPress, children }: KeyButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className={className}
      disabled={!hydrated}
      aria-disabled={busy}
      aria-keyshortcuts={letter}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function useCodeDeeds({ _id, code }: CodeRow, { onDone, onSay }: Pick<Props, "onDone" | "onSay">) {
  const { busy, failure, faults, start } = useDeed();
  const params = { payment: _id };
  return {
    busy,
    failure,
    faults,
    confirm: () =>
      start<typeof contract.confirmCode>(
        { path: "/api/staff/codes/:payment/confirm", params, body: {} },
        () => onDone(_id, `${code} is confirmed.`),
      ),
    reject: (reason: string) =>
      start<typeof contract.rejectCode>(
        { path: "/api/staff/codes/:payment/reject", params, body: { reason } },
        () => onDone(_id, `${code} is rejected.`),
      ),
    ask: () =>
      start<typeof contract.askAgain>({ path: "/api/staff/codes/:payment/ask-again", params }, () =>
        onSay(`M-Pesa is asked about ${code} once more.`),
      ),
  };
}

function CodeFacts({ row, place }: { row: CodeRow; place: string }) {
  const { code, amount, name, phone, age, orderId, isOverdue, tillMoney, elsewhere } = row;
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
        <dd>{phone ? <a href={`tel:${phone}`}>{phone}</a> : "–"}</dd>
        <dt>Waits for</dt>
        <dd>
          {waitInWords(age)}
          {isOverdue && "; M-Pesa is not asked any more"}
        </dd>
        <dt>Order</dt>
        <dd>{orderId ? <Link to={`/orders/${orderId}`}>{shortId(orderId)}</Link> : "none"}</dd>
      </dl>
      {tillMoney.length > 0 && (
        <div className="notice">
          <h2>Money of this amount at the till</h2>
          <ul>
            {tillMoney.map((money) => (
              <li key={money.code}>
                <strong>{money.code}</strong>, {sayApart(money.seconds)}
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
