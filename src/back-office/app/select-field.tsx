import { type ComponentProps, useId } from "react";
import { Fault } from "../../ui/fault.tsx";

type Props = Omit<ComponentProps<"select">, "id" | "children"> & {
  label: string;
  /** The values, each with its text where that is another. */
  options: readonly (string | readonly [value: string, text: string])[];
  fault?: string | undefined;
};

/** One of several values, with what is wrong with it. */
export function SelectField({ label, options, fault, ...select }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && `${id}-fault`}
        {...select}
      >
        {options.map((option) => {
          const [value, text] = typeof option === "string" ? [option, option] : option;
          return (
            <option key={value} value={value}>
              {text}
            </option>
          );
        })}
      </select>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  value: string | null;
  /** Value and text of each; "All" stands before them. */
  options: (readonly [value: string, text: string])[];
};

/** One of several values that a list can be filtered by. */
export function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ""} options={[["", "All"], ...options]} />
  );
}
