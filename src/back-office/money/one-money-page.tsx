import { useState } from "react";
import { useLoaderData } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { type LoaderArgs, pageTitle } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type { StaffMoney } from "../app/shown.ts";
import { BackLink } from "../app/tables.tsx";
import type * as orders from "../orders/contract.ts";
import type * as contract from "./contract.ts";
import { DecideAttempt } from "./decide-attempt.tsx";
import { DecideMoney } from "./decide-money.tsx";
import { MoneyFacts } from "./money-facts.tsx";
import { RefundsList } from "./refunds-list.tsx";

export async function loader(args: LoaderArgs) {
  const id = encodeURIComponent(args.params.id ?? "");
  const shown = await readStaff<typeof contract.showMoney>(args, `/api/staff/money/${id}`);
  if (!shown.order) return { shown, items: [] };
  const { order } = await readStaff<typeof orders.showOrder>(args, `/api/staff/orders/${shown.order}`);
  return { shown, items: order.items };
}

export function meta() {
  return pageTitle("Payment");
}

/** One sum, or an attempt that has none: where it is, what happened to it, and what may be decided. */
export default function OneMoneyPage() {
  const { shown, items } = useLoaderData<typeof loader>();
  const [said, setSaid] = useState("");
  const { money, attempt, refunds } = shown;
  return (
    <>
      <BackLink to="/money">All payments</BackLink>
      <h1>Payment</h1>
      <p role="status" className="said">
        {said}
      </p>
      <div className="order payment">
        <div className="stack">
          <MoneyFacts shown={shown} />
          {money && <RefundsList shown={shown} money={money} onSay={setSaid} />}
          {money && (
            <DecideMoney
              key={`${money.state} ${refunds.length}`}
              shown={shown}
              money={money}
              items={items}
              onSay={setSaid}
            />
          )}
          {attempt && attempt.state !== "paid" && (
            <DecideAttempt key={attempt.state} shown={shown} attempt={attempt} onSay={setSaid} />
          )}
        </div>
        <History shown={shown} />
      </div>
    </>
  );
}

/** What happened, newest first, and what providers sent, for the owner. */
function History({ shown: { history, messages = [] } }: { shown: StaffMoney }) {
  return (
    <div className="stack">
      <section className="panel stack">
        <h2>History</h2>
        <ol className="timeline">
          {history.map(({ at, text, by }) => (
            <li key={`${at} ${text}`}>
              <span className="timeline-when">{formatMoment(at)}</span>{" "}
              {[text, by].filter(Boolean).join("; ")}
            </li>
          ))}
        </ol>
      </section>
      {messages.length > 0 && (
        <details className="panel">
          <summary>
            <h2>What M-Pesa or the card company sent ({messages.length})</h2>
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
