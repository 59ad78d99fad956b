import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Fault } from "./fault.tsx";

type LabelledProps = {
  label: string;
  /** Said under the field and announced; the field is then marked invalid. */
  fault?: string | undefined;
  hint?: ReactNode;
};
type Described = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

/** What is typed or chosen in, as `children` draws it, with its label, hint and fault. */
export function Labelled(props: LabelledProps & { children: (described: Described) => ReactNode }) {
  const { label, fault, hint, children } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-invalid": fault ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}

/** A labelled input with its hint and fault beside it. */
export function Field({
  label,
  fault,
  hint,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & LabelledProps) {
  return (
    <Labelled label={label} fault={fault} hint={hint}>
      {(described) => <input {...described} {...input} />}
    </Labelled>
  );
}
