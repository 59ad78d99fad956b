import { formatPrice } from "../catalogue/rules.ts";
import { shop } from "../shop.ts";
import { Notice } from "../ui/notice.tsx";
import type { HeldPayment } from "./contract.ts";
import { formatMoment } from "./dates.ts";
import { CHOICES } from "./methods.ts";

/** Money that is here and has become no order yet: nobody is to think it lost, nor to pay twice. */
export function HeldPayments({ held }: { held: HeldPayment[] }) {
  return (
    <Notice title="We have received money from you and are looking at it">
      {held.map(({ paymentMethod, amount, date }) => (
        <p key={date}>
          <strong>
            {CHOICES[paymentMethod].name}, {formatMoment(date)}:
          </strong>{" "}
          what came does not fit the order of <strong className="price">{formatPrice(amount)}</strong>.
        </p>
      ))}
      <p>
        Please do not pay again: what you have paid is safe. Call{" "}
        <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a> or write to {shop.email} if it goes
        on.
      </p>
    </Notice>
  );
}
