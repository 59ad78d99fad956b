import { type ChangeEvent, useId } from "react";
import { Field } from "../../../ui/field.tsx";
import { LongField } from "../long-field.tsx";
import { SelectField } from "../select-field.tsx";
import type { FormField, Typed } from "./form-field.ts";

type Props = {
  field: FormField;
  typed: Typed;
  fault: string | undefined;
  onChange: (text: string) => void;
};

/** The input of a field, by what its table says of it. */
export function FormInput({ field, typed, fault, onChange }: Props) {
  const { path, label, type, number, rows, options } = field;
  if (type === "checkbox" || type === "color")
    return <MarkField field={field} text={typed[path] ?? ""} onChange={onChange} />;
  const shared = {
    label,
    name: path,
    value: typed[path] ?? "",
    fault,
    onChange: ({ target }: ChangeEvent<{ value: string }>) => onChange(target.value),
  };
  if (options) return <SelectField {...shared} options={options} />;
  const hint = field.hintFor?.(typed) ?? field.hint;
  if (rows) return <LongField {...shared} rows={rows} hint={hint} />;
  return (
    <Field
      {...shared}
      type={type}
      inputMode={number ? "numeric" : undefined}
      autoComplete="off"
      hint={hint}
    />
  );
}

/** Ticked or not, or a colour: before its label, in one line. */
function MarkField({ field, text, onChange }: { field: FormField; text: string } & Pick<Props, "onChange">) {
  const id = useId();
  const { path, label, type, hint } = field;
  const value = type === "checkbox" ? { checked: text === "yes" } : { value: text };
  const mark = (
    <label className="mark-field">
      <input
        type={type}
        name={path}
        {...value}
        aria-describedby={hint ? id : undefined}
        onChange={({ target }) => onChange(type === "color" ? target.value : target.checked ? "yes" : "no")}
      />
      {label}
    </label>
  );
  if (!hint) return mark;
  return (
    <div>
      {mark}
      <p className="field-hint" id={id}>
        {hint}
      </p>
    </div>
  );
}
