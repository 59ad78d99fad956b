import { type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import { Fault } from "../../ui/fault.tsx";

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
};

/** A text of several lines, with its hint and what is wrong with it. */
export function LongField({ label, hint, fault, ...textarea }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        {...textarea}
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
