import { type KeyboardEvent, useId, useState } from "react";
import { t, tMessage } from "../language/t.ts";
import { readWhole } from "../platform/whole-number.ts";
import { CART_TEXTS, LINE_MAX, readQuantity } from "./rules.ts";

type QuantityInputProps = {
  /** What is counted, for its label. */
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
export function QuantityInput({ name, quantity, left, onChange }: QuantityInputProps) {
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
