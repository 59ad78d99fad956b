import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { sayAttempt, sayMethod } from "../app/in-words.ts";
import type { StaffMoney } from "../app/shown.ts";
import { Facts } from "../app/tables.tsx";
import { sayMoney, sayProvider } from "./say-waiting.ts";

/** A sum with its four parts, or what is known of an attempt that has none. */
export function MoneyFacts({ shown: { money, attempt, order } }: { shown: StaffMoney }) {
  const phone = attempt?.phone && friendlyPhone(attempt.phone);
  const facts: readonly (readonly [name: string, value: ReactNode])[] = money
    ? [
        ["Receipt", money.receipt ?? "not known yet"],
        ["Paid by", sayProvider(money.provider)],
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
