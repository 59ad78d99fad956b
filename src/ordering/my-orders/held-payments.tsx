import { formatPrice } from "../../catalogue/rules.ts";
import { shop } from "../../shop.ts";
import { Notice } from "../../ui/notice.tsx";
import type { HeldPayment } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";

/** Payments that somebody has to look at before they are an order or given back: nobody is to pay twice. */
export function HeldPayments({ held }: { held: HeldPayment[] }) {
  return (
    <Notice title="We are looking at a payment of yours">
      {held.map(({ paymentMethod, amount, date }) => (
        <p key={date}>
          <strong>
            {CHOICES[paymentMethod].name}, {formatMoment(date)}:
          </strong>{" "}
          asked for <strong className="price">{formatPrice(amount)}</strong>, and has become no order so far.
        </p>
      ))}
      <p>
        Please do not pay again: money that has left you is not lost. Call{" "}
        <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a> or write to {shop.email} if it goes
        on.
      </p>
    </Notice>
  );
}
