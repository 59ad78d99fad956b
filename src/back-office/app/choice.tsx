import { useId } from "react";

type Props = {
  label: string;
  name: string;
  value: string | null;
  /** Value and text of each; "All" stands before them. */
  options: (readonly [value: string, text: string])[];
};

/** One of several values that a list can be filtered by. */
export function Choice({ label, name, value, options }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value ?? ""}>
        <option value="">All</option>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
