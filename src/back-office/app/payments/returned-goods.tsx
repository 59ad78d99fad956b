import { readWhole } from "../../../platform/whole-number.ts";
import { Field } from "../../../ui/field.tsx";
import type { StaffOrder } from "../shown.ts";

type Items = StaffOrder["items"];

/** What is wrong with the pieces of a line, by its number in the order. */
export type LineFaults = Record<number, string | undefined>;

/** Which goods come back with a refund; that is said apart from the money. */
export function ReturnedGoods({ items, faults }: { items: Items; faults: LineFaults }) {
  return (
    <details className="goods-back">
      <summary>Goods that come back</summary>
      <p className="field-hint">They go on sale again once the money is back.</p>
      {items.map(({ line, name, size, quantity, returned }) => (
        <Field
          key={line}
          label={`Pieces of ${name}, ${size}`}
          name={fieldOf(line)}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={0}
          hint={`At most ${quantity - returned}.`}
          fault={faults[line]}
        />
      ))}
    </details>
  );
}

/** The lines that were named, as the call takes them. */
export function returnedOf(typed: Record<string, string>, items: Items) {
  return items.flatMap(({ line }) => {
    const quantity = readWhole(typed[fieldOf(line)]?.trim() || "0");
    return quantity === 0 ? [] : [{ line, quantity, restock: true }];
  });
}

function fieldOf(line: number): string {
  return `line-${line}`;
}
