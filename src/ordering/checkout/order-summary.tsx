import { type Fees, type Reduction, TotalRows } from "../../cart/cart-totals.tsx";
import { sizeName } from "../../cart/size-name.ts";
import type { PricedCart } from "../../cart/use-priced-cart.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { t } from "../../language/t.ts";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";

/** What is being ordered, line by line, with the fee and the total in KES. */
export function OrderSummary({
  priced,
  ...sums
}: {
  priced: PricedCart;
  fees: Fees;
  reduction: Reduction | undefined;
}) {
  const { lines, subtotal } = priced;
  return (
    <section className="panel stack" aria-labelledby="summary">
      <h2 id="summary">{t("Your order")}</h2>
      <dl className="totals">
        {lines.map(({ productId, product, size, quantity, trouble }) => (
          <div key={`${productId} ${size}`} className="tall">
            <dt>
              {quantity} × {product?.name ?? t("Item no longer on sale")}, {sizeName(size)}
            </dt>
            <dd className="price">{product && !trouble ? formatPrice(product.price * quantity) : "–"}</dd>
          </div>
        ))}
        <TotalRows subtotal={subtotal} {...sums} />
      </dl>
    </section>
  );
}

/**
 * Its lines and the three rows below them, before their prices are known. Before hydration they are one row, as
 * high as those that the bootstrap script counted.
 */
export function SummarySkeleton({ lines }: { lines: number }) {
  return (
    <Skeleton label={t("Loading your order")}>
      <div className="panel stack">
        <h2>{t("Your order")}</h2>
        <div className="totals">
          <Repeat times={lines || 1}>
            <div className={lines ? "tall" : "tall all"}>
              <span>
                <Bar width={12} />
                <br />
                <Bar width={5} />
              </span>
              <span>
                <Bar width={4} />
              </span>
            </div>
          </Repeat>
          <Repeat times={3}>
            <div>
              <span>
                <Bar width={6} />
              </span>
              <span>
                <Bar width={4} />
              </span>
            </div>
          </Repeat>
        </div>
      </div>
    </Skeleton>
  );
}
