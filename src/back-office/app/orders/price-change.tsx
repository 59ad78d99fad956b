import { formatPrice } from "../../../catalogue/rules.ts";
import type { StaffOrder } from "../shown.ts";

/** What changed goods do to the price of an order, and to money that has come. */
export function PriceChange({ order, difference }: { order: StaffOrder; difference: number }) {
  return (
    <div className="notice" role="status">
      <p>
        {difference === 0 ? (
          <>
            The total stays <strong className="price">{formatPrice(order.amount)}</strong>.
          </>
        ) : (
          <>
            New total <strong className="price">{formatPrice(order.amount + difference)}</strong>:{" "}
            {formatPrice(Math.abs(difference))} {difference > 0 ? "more" : "less"} than before.
          </>
        )}
      </p>
      {difference !== 0 && <p>{consequenceOf(order.payment, difference)}</p>}
    </div>
  );
}

function consequenceOf(isPaid: boolean, difference: number): string {
  if (!isPaid) return "Nothing was paid yet: the shopper owes the new total.";
  return difference < 0
    ? "The order is paid: Save also puts the difference among the refunds."
    : "The order is paid: it cannot cost more until the shopper has paid the difference. Nothing is changed.";
}
