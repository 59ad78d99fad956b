import type { Fees, Reduction } from "../../cart/cart-totals.tsx";
import type { PricedCart } from "../../cart/use-priced-cart.ts";
import { t } from "../../language/t.ts";
import { Notice } from "../../ui/notice.tsx";
import { OrderSummary, SummarySkeleton } from "./order-summary.tsx";

/** What the order costs, by line; while today's prices are missing, that. */
export function Prices({
  priced,
  ...sums
}: {
  priced: PricedCart;
  fees: Fees;
  reduction: Reduction | undefined;
}) {
  if (priced.ready) return <OrderSummary priced={priced} {...sums} />;
  if (!priced.failed) return <SummarySkeleton lines={priced.lines.length} />;
  return (
    <Notice
      kind="error"
      title={t("We couldn't load today's prices")}
      action={
        <button type="button" className="button" onClick={priced.retry}>
          {t("Try again")}
        </button>
      }
    >
      <p>{t("Your cart and what you typed are safe.")}</p>
    </Notice>
  );
}
