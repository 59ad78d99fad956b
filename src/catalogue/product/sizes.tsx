import { useId } from "react";
import { t } from "../../language/t.ts";
import type { Product } from "../contract.ts";
import { FEW } from "../rules.ts";

type SizesProps = { product: Product; chosen: string; onChoose: (size: string) => void };

/** The sizes as radio buttons; a sold-out one says so and cannot be chosen. */
export function Sizes({ product, chosen, onChoose }: SizesProps) {
  const group = useId();
  return (
    <fieldset className="sizes">
      <legend>{t("Select size")}</legend>
      {product.sizes.map((size, at) => {
        const left = product.stock[size] ?? 0;
        const note = left === 0 ? t("Sold out") : left <= FEW ? t("{left} left", { left }) : "";
        const id = `${group}${at}`;
        return (
          <div key={size} className="size">
            <input
              type="radio"
              name="size"
              id={id}
              value={size}
              checked={chosen === size}
              disabled={left === 0}
              aria-describedby={note ? `${id}-note` : undefined}
              onChange={() => onChoose(size)}
            />
            <label htmlFor={id}>{size === "One size" ? t("One size") : size}</label>
            {note && (
              <span className="size-note" id={`${id}-note`}>
                {note}
              </span>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
