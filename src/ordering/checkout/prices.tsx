import type { PricedCart } from "../../cart/use-priced-cart.ts";
import { Notice } from "../../ui/notice.tsx";
import { OrderSummary, SummarySkeleton } from "./order-summary.tsx";

/** What the order costs, by line; while today's prices are missing, that. */
export function Prices({ priced }: { priced: PricedCart }) {
  if (priced.ready) return <OrderSummary priced={priced} />;
  if (!priced.fault) return <SummarySkeleton lines={priced.lines.length} />;
  return (
    <Notice
      kind="error"
      title="We could not load today's prices"
      action={
        <button type="button" className="button" onClick={priced.retry}>
          Try again
        </button>
      }
    >
      <p>{priced.fault} Your cart and what you typed are safe.</p>
    </Notice>
  );
}
