import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure } from "../app/action.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { StaffForm } from "../app/fields.tsx";
import { sayRefund } from "../app/in-words.ts";
import { useMay } from "../app/page.ts";
import { Facts } from "../app/tables.tsx";
import type * as contract from "./contract.ts";

/** A provider answers within seconds, or is checked for hours: so the page is reloaded only a limited number of times. */
const EVERY_MS = 3_000;
const TIMES = 20;

type Refund = contract.StaffMoney["refunds"][number];
type Props = { shown: contract.StaffMoney; money: contract.MoneyRow; onSay: (words: string) => void };

/** Reloads the page's data while a provider is refunding. */
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

/** The refunds that are done or under way, each with the possible actions. */
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
            {refund.method === "hand" && ", by hand"}, {formatMoment(refund.date)}
          </p>
          <Facts
            facts={[
              ["Why", refund.reason],
              ["Its number", refund.reference],
              ["Answer", refund.result],
            ]}
          />
          <RefundActions key={refund.state} refund={refund} shown={shown} money={money} onSay={onSay} />
        </div>
      ))}
    </section>
  );
}

/** What a person has to send; for a failed or lost refund that is the alternative to sending it again, never both. */
function sayByHand({ amount, state }: Refund, phone: string | null | undefined): string {
  const sum = `${formatPrice(amount)}${phone ? ` to ${friendlyPhone(phone)}` : ""}`;
  if (state === "due") return `Send ${sum}, then type its code.`;
  return `If you sent ${sum} some other way, type its code here. Otherwise send it again.`;
}

/** The possible actions of a refund. Those that move money ask for a confirmation first. */
function useRefundActions(refund: Refund, money: contract.MoneyRow, onSay: (words: string) => void) {
  const { begin, start, ...action } = useConfirmed();
  const finish = (words: string) => {
    onSay(words);
    return action.revalidate();
  };
  const done = ({ code = "" }: Record<string, string>) =>
    begin<typeof contract.refundDone>(
      "Mark refunded",
      (confirmed) => ({
        path: `/api/staff/money/${money._id}/refunds/${refund._id}/done`,
        body: { ...(code.trim() && { code }), confirmed },
      }),
      () => finish("It is marked as refunded."),
    );
  const repeat = (firstFailed: boolean) =>
    begin<typeof contract.repeatRefund>(
      "Send again",
      (confirmed) => ({
        path: `/api/staff/money/${money._id}/refunds/${refund._id}/repeat`,
        body: { firstFailed, confirmed },
      }),
      () => finish("The refund is sent again."),
    );
  const check = () =>
    start<typeof contract.checkRefund>(
      { path: `/api/staff/money/${money._id}/refunds/${refund._id}/check` },
      ({ state }) => finish(`The refund is ${sayRefund(state)}.`),
    );
  return { ...action, done, repeat, check };
}

function RefundActions({ refund, shown, money, onSay }: Props & { refund: Refund }) {
  const may = useMay();
  const { busy, failure, faults, dialog, ...actions } = useRefundActions(refund, money, onSay);
  const can = (action: Refund["actions"][number]) =>
    refund.actions.includes(action) && may(action === "check" ? "payments.check" : "refunds");
  if (!can("check") && !can("repeat") && !can("done")) return null;
  const button = (label: string, onClick: () => void) => (
    <ActionButton busy={busy} onClick={onClick}>
      {label}
    </ActionButton>
  );
  return (
    <StaffForm onSubmit={actions.done}>
      {can("done") && (
        <>
          <p>{sayByHand(refund, shown.attempt?.phone)}</p>
          <HandCode provider={money.provider} fault={faults.code} />
        </>
      )}
      <ActionFailure failure={failure} />
      <div className="row">
        {can("done") && (
          <ActionButton type="submit" className="button button-primary" busy={busy}>
            Mark refunded
          </ActionButton>
        )}
        {can("check") && button("Ask how it went", actions.check)}
        {can("repeat") &&
          button(refund.state === "failed" ? "Send again" : "Ask, then send again", () =>
            actions.repeat(false),
          )}
        {can("repeat") &&
          refund.state === "unknown" &&
          button("It did not arrive: send again", () => actions.repeat(true))}
      </div>
      {dialog}
    </StaffForm>
  );
}

function HandCode({
  provider,
  fault,
}: {
  provider: contract.MoneyRow["provider"];
  fault: string | undefined;
}) {
  const isCard = provider === "card";
  return (
    <Field
      label={isCard ? "Refund number" : "M-Pesa code"}
      name="code"
      autoComplete="off"
      hint={isCard ? "The card company's, or the M-Pesa code of what you sent." : undefined}
      fault={fault}
    />
  );
}
