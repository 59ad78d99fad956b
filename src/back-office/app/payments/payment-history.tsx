import { formatPrice } from "../../../catalogue/rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { sayPaymentEvent, sayRefund, sayState } from "../in-words.ts";
import type { StaffPayment } from "../shown.ts";

/** What happened to a payment, newest first, and the words of the provider for the owner. */
export function PaymentHistory({ payment }: { payment: StaffPayment }) {
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
