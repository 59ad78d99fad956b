import type { MouseEvent } from "react";
import { Picture } from "../catalogue/picture.tsx";
import { formatPrice } from "../catalogue/rules.ts";
import { t } from "../language/t.ts";
import { Link } from "../ui/link.tsx";
import type { PricedLine } from "./priced-line.ts";
import { QuantityInput } from "./quantity-input.tsx";
import { sizeName } from "./size-name.ts";

type CartLineProps = {
  line: PricedLine;
  /** KES, when the product has been repriced since it was first seen here. */
  earlierPrice: number | undefined;
  onQuantity: (quantity: number) => void;
};

/** One product in one size: picture, name, price, quantity, and why it cannot be bought when it cannot. */
export function CartLine({ line, earlierPrice, onQuantity }: CartLineProps) {
  const { product, size, quantity, left, trouble } = line;
  const name = product?.name ?? t("Item no longer on sale");
  const buyable = product && (!trouble || trouble === "short");
  return (
    <li className={trouble ? "cart-line cart-line-troubled" : "cart-line"}>
      <div className="cart-picture">{product?.image[0] && <Picture url={product.image[0]} eager />}</div>
      <div className="cart-what">
        <h2 className="cart-name">{product ? <Link to={`/product/${product._id}`}>{name}</Link> : name}</h2>
        <p className="row">
          {product && <span className="price">{formatPrice(product.price)}</span>}
          <span className="badge badge-plain">{sizeName(size)}</span>
        </p>
        {earlierPrice !== undefined && product && (
          <p className="field-hint">
            {t("The price was {earlierPrice}. Now it is {price}.", {
              earlierPrice: formatPrice(earlierPrice),
              price: formatPrice(product.price),
            })}
          </p>
        )}
        {trouble && (
          <div className="cart-trouble">
            <p className="field-fault">{TROUBLES[trouble](left)}</p>
            {trouble === "short" && (
              <button type="button" className="link-button" onClick={() => onQuantity(left)}>
                {t("Take {left}", { left })}
              </button>
            )}
          </div>
        )}
      </div>
      {buyable ? (
        <QuantityInput
          name={`${name}, ${sizeName(size)}`}
          quantity={quantity}
          left={left}
          onChange={onQuantity}
        />
      ) : (
        <p className="quantity field-hint">{t("Quantity {quantity}", { quantity })}</p>
      )}
      <p className="cart-sum price">{product && !trouble ? formatPrice(product.price * quantity) : "–"}</p>
      <button
        type="button"
        className="icon-button cart-remove"
        aria-label={t("Remove {name}, {size}", { name, size: sizeName(size) })}
        onClick={(event) => {
          focusNeighbour(event);
          onQuantity(0);
        }}
      >
        <BinIcon />
      </button>
    </li>
  );
}

const TROUBLES = {
  gone: () => t("No longer on sale. It's not in your total."),
  "sold-out": () => t("Sold out in this size. It's not in your total."),
  short: (left: number) =>
    t("Only {left} left in this size. Take fewer, and it's in your total again.", { left }),
} as const;

/** The line is about to go: the keyboard goes on from the next one, or from the page's heading. */
function focusNeighbour(event: MouseEvent<HTMLElement>): void {
  const line = event.currentTarget.closest("li");
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling;
  const target = neighbour?.querySelector<HTMLElement>(".cart-remove") ?? document.querySelector("h1");
  target?.focus();
}

function BinIcon() {
  return (
    <svg
      aria-hidden="true"
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />
    </svg>
  );
}
