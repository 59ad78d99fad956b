import { useId, useState } from "react";
import { t, tMessage } from "../language/t.ts";
import { CART_TEXTS, LINE_MAX, readQuantity } from "./rules.ts";

type QuantityInputProps = {
  /** What is counted, for its label. */
  name: string;
  quantity: number;
  /** In stock. */
  left: number;
  onChange: (quantity: number) => void;
};

/** A whole number from 1 to what may be bought; what is not one while typing is ignored (specification §5). */
export function QuantityInput({ name, quantity, left, onChange }: QuantityInputProps) {
  const id = useId();
  const max = Math.min(LINE_MAX, left);
  const [typed, setTyped] = useState<string>();
  const [limit, setLimit] = useState("");

  const read = (text: string) => {
    const wanted = readQuantity(text, max);
    const over = Number(text) > max;
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

  return (
    <div className="quantity">
      <button
        type="button"
        className="icon-button"
        aria-label={t("One less of {name}", { name })}
        aria-disabled={quantity <= 1}
        onClick={() => quantity > 1 && read(String(Math.min(max, quantity - 1)))}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        className="input"
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        step={1}
        aria-label={t("Quantity of {name}", { name })}
        aria-describedby={limit ? id : undefined}
        value={typed ?? quantity}
        onChange={(event) => read(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t("One more of {name}", { name })}
        aria-disabled={quantity >= max}
        onClick={() => read(String(quantity + 1))}
      >
        <span aria-hidden="true">+</span>
      </button>
      <p className="field-hint quantity-limit" id={id} role="status">
        {limit}
      </p>
    </div>
  );
}
