import { type FormEvent, useEffect } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { sayRefund } from "../app/in-words.ts";
import { useMay } from "../app/person.ts";
import type { MoneyRow, StaffMoney } from "../app/shown.ts";
import type * as contract from "./contract.ts";

/** A provider's answer comes within seconds, or is looked up for hours: then the page is not read again for ever. */
const EVERY_MS = 3_000;
const TIMES = 20;

type Refund = StaffMoney["refunds"][number];
type Props = { shown: StaffMoney; money: MoneyRow; onSay: (words: string) => void };

/** Reads the page again while a provider is refunding. */
function useRefundNews(refunds: Refund[]): void {
  const { revalidate } = useRevalidator();
  const waits = refunds.some(
    ({ method, state }) => method !== "hand" && (state === "due" || state === "sent"),
  );
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

/** What was refunded or is under way, each with what may be done about it. */
export function RefundsList({ shown, money, onSay }: Props) {
  const { refunds } = shown;
  useRefundNews(refunds);
  if (refunds.length === 0) return null;
  return (
    <section className="panel stack">
      <h2>Refunds</h2>
      {refunds.map((refund) => (
        <div key={refund._id} className="stack">
          <p aria-live="polite">
            <strong className="price">{formatPrice(refund.amount)}</strong> {sayRefund(refund.state)}
            {refund.method === "hand" && ", by hand"}, {formatMoment(refund.date)}. {refund.reason}{" "}
            {refund.reference} {refund.result}
          </p>
          <RefundActions key={refund.state} refund={refund} shown={shown} money={money} onSay={onSay} />
        </div>
      ))}
    </section>
  );
}

function RefundActions({ refund, shown, money, onSay }: Props & { refund: Refund }) {
  const off = !useHydrated();
  const may = useMay();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useAction();
  const can = (action: Refund["actions"][number]) =>
    refund.actions.includes(action) && may(action === "check" ? "payments.check" : "refunds");
  if (!can("check") && !can("repeat") && !can("done")) return null;
  const params = { id: money._id, refund: refund._id };
  const finish = (words: string) => {
    onSay(words);
    return revalidate();
  };
  const done = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { code = "" } = readForm(event.currentTarget);
    start<typeof contract.refundDone>(
      { path: "/api/staff/money/:id/refunds/:refund/done", params, body: code.trim() ? { code } : {} },
      () => finish("It is marked as refunded."),
    );
  };
  const repeat = (firstFailed: boolean) =>
    start<typeof contract.repeatRefund>(
      { path: "/api/staff/money/:id/refunds/:refund/repeat", params, body: { firstFailed } },
      () => finish("The refund is sent again."),
    );
  const check = () =>
    start<typeof contract.checkRefund>(
      { path: "/api/staff/money/:id/refunds/:refund/check", params },
      ({ state }) => finish(`The refund is ${sayRefund(state)}.`),
    );
  const button = (label: string, onClick: () => void) => (
    <button
      type="button"
      className="button"
      disabled={off}
      aria-disabled={busy || undefined}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <form className="stack" method="post" onSubmit={done} noValidate>
      {can("done") && (
        <>
          <p>
            Send {formatPrice(refund.amount)}
            {shown.attempt?.phone && ` to ${shown.attempt.phone}`}, then type its code.
          </p>
          <Field
            label={money.provider === "card" ? "Refund number" : "M-Pesa code"}
            name="code"
            autoComplete="off"
            fault={faults.code}
          />
        </>
      )}
      <ActionFailure failure={failure} />
      <div className="row">
        {can("done") && (
          <button
            type="submit"
            className="button button-primary"
            disabled={off}
            aria-disabled={busy || undefined}
          >
            Mark refunded
          </button>
        )}
        {can("check") && button("Ask how it went", check)}
        {can("repeat") && refund.state === "failed" && button("Send again", () => repeat(false))}
        {can("repeat") && refund.state === "unknown" && button("Ask, then send again", () => repeat(false))}
        {can("repeat") &&
          refund.state === "unknown" &&
          button("The first refund did not go through", () => repeat(true))}
      </div>
    </form>
  );
}
