import { type ReactNode, useState } from "react";
import { Link, useLoaderData } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { sayAttempt, sayMethod } from "../app/in-words.ts";
import { type LoaderArgs, readStaff, titled } from "../app/page.ts";
import { BackLink, Facts } from "../app/tables.tsx";
import type * as orders from "../orders/contract.ts";
import type * as contract from "./contract.ts";
import { DecideAttempt } from "./decide-attempt.tsx";
import { DecideMoney } from "./decide-money.tsx";
import { RefundsList } from "./refunds-list.tsx";
import { PROVIDER_NAMES, sayMoney } from "./say-waiting.ts";

export async function loader(args: LoaderArgs) {
  const shown = await readStaff<typeof contract.showMoney>(args, "/api/staff/money/:id");
  if (!shown.order) return { shown, items: [] };
  const { order } = await readStaff<typeof orders.showOrder>(args, `/api/staff/orders/${shown.order}`);
  return { shown, items: order.items };
}

export const meta = titled("Payment");

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
function History({ shown: { history, messages = [] } }: { shown: contract.StaffMoney }) {
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

/** A sum with its four parts, or what is known of an attempt that has none. */
function MoneyFacts({ shown: { money, attempt, order } }: { shown: contract.StaffMoney }) {
  const phone = attempt?.phone && friendlyPhone(attempt.phone);
  const facts: readonly (readonly [name: string, value: ReactNode])[] = money
    ? [
        ["Receipt", money.receipt ?? "not known yet"],
        ["Paid by", PROVIDER_NAMES[money.provider]],
        ["State", `${sayMoney(money.state)}${money.verified ? "" : ", not confirmed yet"}`],
        ["Why", money.reason],
        ["Paid", formatMoment(money.paidAt)],
        ["Whose", money.shopper],
        ["Phone", phone],
        ["For its order", inKes(money.allocated)],
        ["Refunded", inKes(money.refunded)],
        ["Being refunded", inKes(money.refunding)],
        ["Without an order", inKes(money.unallocated)],
      ]
    : [
        ["Way", attempt && sayMethod(attempt.method)],
        ["State", attempt && sayAttempt(attempt.state)],
        ["Why", attempt?.reason],
        ["Phone", phone],
        ["Code", attempt?.code],
        ["Since", attempt && formatMoment(attempt.date)],
      ];
  const amount = money?.amount ?? attempt?.amount;
  return (
    <section className="panel stack">
      <h2>
        <span className="price">{amount === undefined ? "Amount not known" : formatPrice(amount)}</span>
      </h2>
      <Facts facts={facts} />
      {order && (
        <p>
          Order <Link to={`/orders/${order}`}>{shortId(order)}</Link>
        </p>
      )}
    </section>
  );
}

function inKes(sum: number): string | undefined {
  return sum > 0 ? formatPrice(sum) : undefined;
}
