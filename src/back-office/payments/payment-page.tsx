import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { BackLink } from "../app/back-link.tsx";
import { Facts } from "../app/facts.tsx";
import { sayKind, sayMethod, sayPaymentEvent, sayRefund, sayState } from "../app/in-words.ts";
import { type LoaderArgs, pageTitle } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type { StaffPayment } from "../app/shown.ts";
import type * as orders from "../orders/contract.ts";
import type * as contract from "./contract.ts";
import { DecidePayment } from "./decide-payment.tsx";
import { RefundsList } from "./refunds-list.tsx";

/** What happened to a payment, newest first, and the words of the provider for the owner. */
function PaymentHistory({ payment }: { payment: StaffPayment }) {
  const { messages = [] } = payment;
  return (
    <div className="stack">
      <section className="panel stack">
        <h2>History</h2>
        <ol className="timeline">
          {historyOf(payment).map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <span className="timeline-when">{formatMoment(at)}</span> {text}
            </li>
          ))}
        </ol>
      </section>
      {messages.length > 0 && (
        <details className="panel">
          <summary>
            <h2>Messages of the provider ({messages.length})</h2>
          </summary>
          <ul className="messages">
            {messages.map(({ at, kind, outcome, body }) => (
              <li key={`${at} ${body}`}>
                <p className="timeline-when">
                  {formatMoment(at)}, {[kind, outcome].filter(Boolean).join(": ")}
                </p>
                <pre className="message">{body}</pre>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** How a refund was tried. */
const WAYS: Record<string, string> = {
  provider: "by the provider",
  hand: "by hand",
  question: "looked up",
};

function historyOf({ events, attempts }: StaffPayment) {
  return [
    ...events.map(({ at, event, from, to, note, by }) => ({
      at,
      text: [sayPaymentEvent(event), sayMove(event, from, to), note && sayNote(note), by]
        .filter(Boolean)
        .join("; "),
    })),
    ...attempts.map(({ at, way, state, amount, reference }) => ({
      at,
      text: [`Refund of ${formatPrice(amount)}`, WAYS[way] ?? way, sayRefund(state), reference]
        .filter(Boolean)
        .join("; "),
    })),
  ].sort((one, other) => other.at - one.at);
}

/** The states before and after, where the event does not say them. */
function sayMove(event: string, from: string | null, to: string | null): string | false {
  if (!from || !to || from === to || sayState(to) === sayPaymentEvent(event)) return false;
  return `${sayState(from)} → ${sayState(to)}`;
}

/** A number alone is the provider's. */
function sayNote(note: string): string {
  return /^\d+$/.test(note) ? `the provider's code ${note}` : note;
}

export async function loader(args: LoaderArgs) {
  const id = encodeURIComponent(args.params.id ?? "");
  const { payment } = await readStaff<typeof contract.showPayment>(args, `/api/staff/payments/${id}`);
  const { orderId } = payment;
  if (!orderId) return { payment, items: [] };
  const { order } = await readStaff<typeof orders.showOrder>(args, `/api/staff/orders/${orderId}`);
  return { payment, items: order.items };
}

export function meta() {
  return pageTitle("Payment");
}

/** One payment: what is known of it, and what may be decided. */
export default function PaymentPage() {
  const { payment, items } = useLoaderData<typeof loader>();
  const [said, setSaid] = useState("");
  return (
    <>
      <BackLink to="/payments">All payments</BackLink>
      <h1>Payment</h1>
      <p role="status" className="said">
        {said}
      </p>
      <div className="order payment">
        <div className="stack">
          <PaymentFacts payment={payment} />
          <RefundsList payment={payment} />
          <DecidePayment
            key={`${payment.state} ${payment.refunds.length}`}
            payment={payment}
            items={items}
            onSay={setSaid}
          />
        </div>
        <PaymentHistory payment={payment} />
      </div>
    </>
  );
}

function PaymentFacts({ payment }: { payment: StaffPayment }) {
  const { _id, kind, method, state, amount, phone, code, reason, orderId, date, paidAt } = payment;
  const facts = [
    ["Id", _id],
    ["Kind", kind === "payment" ? null : sayKind(kind)],
    ["Way", method && sayMethod(method)],
    ["State", sayState(state)],
    ["Why", reason],
    ["Phone", phone],
    ["Code", code],
    ["Since", formatMoment(date)],
    ["Paid", paidAt && formatMoment(paidAt)],
  ] as const;
  return (
    <section className="panel stack">
      <h2>
        <span className="price">{amount === null ? "Amount not known" : formatPrice(amount)}</span>
      </h2>
      <Facts facts={facts} />
      {orderId && (
        <p>
          Order <Link to={`/orders/${orderId}`}>{shortId(orderId)}</Link>
        </p>
      )}
    </section>
  );
}
