import { Field } from "../../../ui/field.tsx";
import { SelectField } from "../select-field.tsx";
import { type EditedLine, sizesOf } from "./edited-lines.ts";
import type { Goods } from "./goods.ts";

type Props = {
  line: EditedLine;
  goods: Goods[];
  fault: string | undefined;
  onChange: (line: EditedLine) => void;
  onRemove: () => void;
};

/** A line of an order that is being changed. */
export function EditedItem({ line, goods, fault, onChange, onRemove }: Props) {
  const { name, size, pieces } = line;
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
          inputMode="numeric"
          autoComplete="off"
          value={pieces}
          fault={fault}
          onChange={({ target }) => onChange({ ...line, pieces: target.value })}
        />
        <button type="button" className="link-button" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </fieldset>
    </li>
  );
}
