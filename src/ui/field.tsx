import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Fault } from "./fault.tsx";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** Said under the field and announced; the field is then marked invalid. */
  fault?: string | undefined;
  hint?: ReactNode;
};

/** A labelled input with its hint and fault beside it. */
export function Field({ label, fault, hint, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        {...input}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}
