import { Field } from "../../../ui/field.tsx";
import type { StaffOrder } from "../shown.ts";

type Items = StaffOrder["items"];

/** Which goods come back with a refund; that is said apart from the money. */
export function ReturnedGoods({ items }: { items: Items }) {
  return (
    <details className="goods-back">
      <summary>Goods that come back</summary>
      <p className="field-hint">They go on sale again once the money is back.</p>
      {items.map(({ line, name, size, quantity, returned }) => (
        <Field
          key={line}
          label={`Pieces of ${name}, ${size}`}
          name={fieldOf(line)}
          type="number"
          min={0}
          max={quantity - returned}
          defaultValue={0}
        />
      ))}
    </details>
  );
}

/** The lines that were named, as the call takes them. */
export function returnedOf(typed: Record<string, string>, items: Items) {
  return items.flatMap(({ line }) => {
    const quantity = Number(typed[fieldOf(line)] ?? 0);
    return quantity > 0 ? [{ line, quantity, restock: true }] : [];
  });
}

function fieldOf(line: number): string {
  return `line-${line}`;
}
