import { LINE_MAX } from "../../../cart/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { SelectField } from "../select-field.tsx";
import { type EditedLine, sizesOf } from "./edited-lines.ts";
import type { Goods } from "./goods.ts";

type Props = {
  line: EditedLine;
  goods: Goods[];
  onChange: (line: EditedLine) => void;
  onRemove: () => void;
};

/** A line of an order that is being changed. */
export function EditedItem({ line, goods, onChange, onRemove }: Props) {
  const { name, size, quantity } = line;
  return (
    <li>
      <fieldset className="edited-item">
        <legend>{name}</legend>
        <SelectField
          label="Size"
          value={size}
          options={sizesOf(line, goods)}
          onChange={({ target }) => onChange({ ...line, size: target.value })}
        />
        <Field
          label="Pieces"
          type="number"
          min={1}
          max={LINE_MAX}
          value={quantity || ""}
          onChange={({ target }) => onChange({ ...line, quantity: Math.trunc(Number(target.value)) })}
        />
        <button type="button" className="link-button" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </fieldset>
    </li>
  );
}
