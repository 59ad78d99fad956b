import { TotalRows } from "../cart/cart-totals.tsx";
import type { PricedCart } from "../cart/use-priced-cart.ts";
import { formatPrice } from "../catalogue/rules.ts";

/** What is being ordered, line by line, with the fee and the total in KES. */
export function OrderSummary({ priced }: { priced: PricedCart }) {
  const { lines, subtotal } = priced;
  return (
    <section className="panel stack" aria-labelledby="summary">
      <h2 id="summary">Your order</h2>
      <dl className="totals">
        {lines.map(({ productId, product, size, quantity, trouble }) => (
          <div key={`${productId} ${size}`}>
            <dt>
              {quantity} × {product?.name ?? "Item no longer on sale"}, size {size}
            </dt>
            <dd className="price">{product && !trouble ? formatPrice(product.price * quantity) : "–"}</dd>
          </div>
        ))}
        <TotalRows subtotal={subtotal} />
      </dl>
    </section>
  );
}
