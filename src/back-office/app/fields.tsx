import type { ComponentProps, FormEvent } from "react";
import { readForm } from "../../accounts/form-focus.ts";
import { Labelled } from "../../ui/field.tsx";

type Label = Pick<ComponentProps<typeof Labelled>, "label" | "hint" | "fault">;

/** A text of several lines. */
export function LongField({ label, hint, fault, ...textarea }: Label & ComponentProps<"textarea">) {
  return (
    <Labelled label={label} hint={hint} fault={fault}>
      {(described) => <textarea {...described} {...textarea} />}
    </Labelled>
  );
}

type SelectProps = Omit<Label, "hint"> &
  ComponentProps<"select"> & {
    /** The values, each with its label where that differs. */
    options: readonly (string | readonly [value: string, text: string])[];
  };

/** One of several values. */
export function SelectField({ label, options, fault, ...select }: SelectProps) {
  return (
    <Labelled label={label} fault={fault}>
      {(described) => (
        <select {...described} {...select}>
          {options.map((option) => {
            const [value, text] = typeof option === "string" ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </Labelled>
  );
}

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** `typed`: the form's contents, by field. */
  onSubmit: (typed: Record<string, string>, event: FormEvent<HTMLFormElement>) => void;
};

/** A form whose fields the server checks. */
export function StaffForm({ onSubmit, ...form }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(readForm(event.currentTarget), event);
  };
  return <form className="stack" method="post" {...form} onSubmit={submit} noValidate />;
}
