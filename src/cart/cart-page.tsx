import { Link } from "react-router";
import { formatPrice } from "../catalogue/rules.ts";
import { useCart } from "./cart-store.ts";
import { totalOf } from "./rules.ts";
import { usePricedCart } from "./use-priced-cart.ts";

export default function CartPage() {
  const { lines, subtotal } = usePricedCart(useCart());
  return (
    <>
      <h1>Your cart</h1>
      <ul>
        {lines.map((line) => (
          <li key={`${line.productId} ${line.size}`}>
            {line.product?.name} {line.size} {line.quantity}
          </li>
        ))}
      </ul>
      <p>Total {formatPrice(totalOf(subtotal))}</p>
      <Link to="/place-order">PROCEED TO CHECKOUT</Link>
    </>
  );
}
