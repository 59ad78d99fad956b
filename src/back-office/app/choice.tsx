import { SelectField } from "./select-field.tsx";

type Props = {
  label: string;
  name: string;
  value: string | null;
  /** Value and text of each; "All" stands before them. */
  options: (readonly [value: string, text: string])[];
};

/** One of several values that a list can be filtered by. */
export function Choice({ label, name, value, options }: Props) {
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ""} options={[["", "All"], ...options]} />
  );
}
