import { useId } from "react";
import { Fault } from "../../../ui/fault.tsx";
import type { FormField } from "../forms/form-field.ts";

type Props = {
  field: FormField;
  /** The names that are ticked, with commas. */
  typed: string;
  /** What can be ticked; a choice that cannot says why. */
  possible: readonly string[];
  fault: string | undefined;
  onChange: (typed: string) => void;
};

/** Choices of which some are ticked. */
export function TickedChoices({ field, typed, possible, fault, onChange }: Props) {
  const id = useId();
  const { path, label, choices = [], hint } = field;
  const ticked = typed.split(",").filter(Boolean);
  const put = (name: string, on: boolean) =>
    onChange([...ticked.filter((each) => each !== name), ...(on ? [name] : [])].join(","));
  return (
    <fieldset className="setting-choices" aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {choices.map(([name, words]) => (
        <label key={name} className="mark-field">
          <input
            type="checkbox"
            name={path}
            value={name}
            checked={ticked.includes(name)}
            disabled={!possible.includes(name)}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault && `${id}-fault`}
            onChange={({ target }) => put(name, target.checked)}
          />
          {words}
          {!possible.includes(name) && " (this server is not set up for it)"}
        </label>
      ))}
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  );
}
