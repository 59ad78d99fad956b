import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { statusName } from "../../ordering/order-text.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { StaffForm } from "../app/fields.tsx";
import { sayAttempt } from "../app/in-words.ts";
import { useMay } from "../app/page.ts";
import { REFUNDS } from "./badges.tsx";
import type * as contract from "./contract.ts";

type Moment = { at: number; text: string; by?: string | null; to?: string };

/** Everything that happened to an order, its money and its mails, newest first. */
export function Timeline({ order }: { order: contract.StaffOrder }) {
  const may = useMay();
  const moments = momentsOf(order, may("payments.read"));
  return (
    <section className="panel stack">
      <h2>Timeline</h2>
      <ol className="timeline">
        {moments.map(({ at, text, by, to }) => (
          <li key={`${at} ${text}`}>
            <span className="timeline-when">{formatMoment(at)}</span>{" "}
            {to ? <Link to={to}>{text}</Link> : text}
            {by && ` · ${by}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

function momentsOf({ events, payments, mails, delivery }: contract.StaffOrder, isLinked: boolean): Moment[] {
  const named = (status: string | null) => status && statusName(status, delivery.pickUp !== undefined);
  return [
    ...events.map(({ at, kind, from, to, note, by }) => ({
      at,
      by,
      text: sayEvent(kind, named(from), named(to), note),
    })),
    ...payments.map(({ _id, money, date, amount, state, code }) => ({
      at: date,
      text: [`Payment of ${formatPrice(amount)}`, code, sayAttempt(state)].filter(Boolean).join("; "),
      ...(isLinked && { to: `/money/${money ?? _id}` }),
    })),
    ...mails.map(({ at, subject, state }) => ({ at, text: `Mail “${subject}”: ${state}` })),
  ].sort((one, other) => other.at - one.at);
}

function sayEvent(kind: string, from: string | null, to: string | null, note: string | null): string {
  if (kind === "placed") return "Placed";
  if (kind === "refund" && to && REFUNDS[to]) return [REFUNDS[to], note].filter(Boolean).join(": ");
  const change = from && to ? `${from} → ${to}` : to;
  const words =
    { step: "", note: "Note", edit: "Goods changed", address: "Address changed", cancel: "" }[kind] ??
    kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("-", " ");
  return [words, change, note].filter(Boolean).join(": ");
}

/** A word for colleagues; the shopper never sees it. */
export function AddNote({ id }: { id: string }) {
  const { busy, failure, faults, start, revalidate } = useAction();
  return (
    // one of the forms of the page is open at a time: this one at first
    <details className="panel" name="order-form" open>
      <summary>Write to colleagues</summary>
      <StaffForm
        onSubmit={({ text = "" }, { currentTarget: form }) =>
          start<typeof contract.addNote>({ path: `/api/staff/orders/${id}/note`, body: { text } }, () => {
            form.reset();
            return revalidate();
          })
        }
      >
        <Field label="Note" name="text" autoComplete="off" hint="For colleagues alone." fault={faults.text} />
        <ActionFailure failure={failure} />
        <ActionButton type="submit" busy={busy}>
          Save
        </ActionButton>
      </StaffForm>
    </details>
  );
}
