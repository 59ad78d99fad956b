import "./cart.css";
import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { Picture } from "../catalogue/pictures/picture.tsx";
import { formatPrice } from "../catalogue/rules.ts";
import { t, tMessage } from "../language/t.ts";
import { readWhole } from "../platform/whole-number.ts";
import { Link } from "../ui/link.tsx";
import { BarLine, Repeat, Skeleton } from "../ui/skeleton.tsx";
import { RetryNotice } from "./notices.tsx";
import { CART_TEXTS, LINE_MAX, readQuantity, sizeName } from "./rules.ts";
import { type PricedCart, type PricedLine, useEarlierPrice } from "./use-priced-cart.ts";

/** Before hydration the number of lines is not known. */
const GUESSED = 2;

/** The lines of a cart whose products are not known yet, as cart-line.tsx draws them. */
export function CartSkeleton({ lines }: { lines: number }) {
  return (
    <Skeleton label={t("Loading your cart")}>
      <div className="cart-lines">
        <Repeat times={lines || GUESSED}>
          <div className="cart-line">
            <div className="cart-picture" />
            <div className="cart-what">
              <BarLine width={10} className="cart-name" />
              <BarLine width={8} />
            </div>
            <div className="quantity">
              <span className="icon-button" />
              <span className="input box" />
              <span className="icon-button" />
            </div>
            <BarLine width={5} className="cart-sum" />
            <span className="icon-button cart-remove" />
          </div>
        </Repeat>
      </div>
    </Skeleton>
  );
}

type CartLinesProps = { priced: PricedCart; onChange: (line: PricedLine, quantity: number) => void };

/** The cart's lines; where they cannot be checked, those of an earlier visit with a way to try again. */
export function CartLines({ priced, onChange }: CartLinesProps) {
  const { lines, ready, failed, retry } = priced;
  const earlierPrice = useEarlierPrice(lines);
  return (
    <>
      {failed && (
        <RetryNotice title={t("We couldn't check your cart")} onRetry={retry}>
          {ready ? t("These are the last prices we have.") : t("Your items are safe on this device.")}
        </RetryNotice>
      )}
      {!ready && !failed && <CartSkeleton lines={lines.length} />}
      {ready && (
        <ul className="cart-lines">
          {lines.map((line) => (
            <CartLine
              key={`${line.productId} ${line.size}`}
              line={line}
              earlierPrice={earlierPrice(line)}
              onQuantity={(quantity) => onChange(line, quantity)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type CartLineProps = {
  line: PricedLine;
  /** KES, when the product has been repriced since it was first seen here. */
  earlierPrice: number | undefined;
  onQuantity: (quantity: number) => void;
};

/** One product in one size: picture, name, price, quantity, and why it cannot be bought when it cannot. */
function CartLine({ line, earlierPrice, onQuantity }: CartLineProps) {
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

/** Moves the focus from a line that is about to be removed to the next one, or to the page's heading. */
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

type QuantityInputProps = {
  /** The item, for the label. */
  name: string;
  quantity: number;
  /** In stock. */
  left: number;
  onChange: (quantity: number) => void;
};

/**
 * A whole number from 1 to what may be bought; what is not one while typing is ignored (specification §5). It is a number
 * input to assistive technology and for its keys; `type="number"` would count a wheel that passes over it as well.
 */
function QuantityInput({ name, quantity, left, onChange }: QuantityInputProps) {
  const id = useId();
  const max = Math.min(LINE_MAX, left);
  const [typed, setTyped] = useState<string>();
  const [limit, setLimit] = useState("");

  const read = (text: string) => {
    const wanted = readQuantity(text, max);
    const over = readWhole(text) > max;
    setLimit(
      over
        ? left < LINE_MAX
          ? t("Only {left} left in this size.", { left })
          : tMessage(CART_TEXTS.lineFull)
        : "",
    );
    // what cannot be counted yet stays as typed; anything else shows what the cart holds, also when it is refused
    setTyped(wanted === undefined ? text : undefined);
    if (wanted !== undefined && wanted !== quantity) onChange(wanted);
  };

  const fewer = () => quantity > 1 && read(String(Math.min(max, quantity - 1)));
  const more = () => read(String(quantity + 1));
  const count = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? more : event.key === "ArrowDown" ? fewer : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  };

  return (
    <div className="quantity">
      <button
        type="button"
        className="icon-button"
        aria-label={t("One less of {name}", { name })}
        aria-disabled={quantity <= 1}
        onClick={fewer}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        className="input"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        min={1}
        aria-valuemin={1}
        aria-valuemax={max}
        aria-valuenow={quantity}
        aria-label={t("Quantity of {name}", { name })}
        aria-describedby={limit ? id : undefined}
        value={typed ?? quantity}
        onChange={(event) => read(event.currentTarget.value)}
        onKeyDown={count}
        onBlur={() => setTyped(undefined)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t("One more of {name}", { name })}
        aria-disabled={quantity >= max}
        onClick={more}
      >
        <span aria-hidden="true">+</span>
      </button>
      <p className="field-hint quantity-limit" id={id} role="status">
        {limit}
      </p>
    </div>
  );
}
