import { type FormEvent, type ReactNode, useState } from "react";
import { focusField } from "../../../accounts/form-focus.ts";
import { CATEGORIES } from "../../../catalogue/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type { Faults } from "../calls/use-deed.ts";
import { SelectField } from "../select-field.tsx";
import { type FieldName, KINDS, LABELS, type Values } from "./coupon-values.ts";

type Props = {
  values: Values;
  faults: Faults;
  busy: boolean;
  onChange: (values: Values) => void;
  onSave: () => void;
  /** What is said above the button. */
  children: ReactNode;
};

const HALF = "Enter a day and a time, or clear both.";

/** What a coupon takes off, of what, when and how often. */
export function CouponForm({ values, faults, busy, onChange, onSave, children }: Props) {
  const off = !useHydrated();
  const [half, setHalf] = useState<Faults>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unread = halfWritten(event.currentTarget);
    setHalf(Object.fromEntries(unread.map(({ name }) => [name, HALF])));
    if (unread[0]) focusField(unread[0]);
    else onSave();
  };
  const put = (name: FieldName, value: string) => {
    setHalf({});
    onChange({ ...values, [name]: value });
  };
  const shared = { values, faults: { ...faults, ...half }, put };
  return (
    <form className="panel stack product-form" method="post" onSubmit={submit} noValidate>
      <TextField name="code" hint="Letters and digits, easy to say: SAUTI33." {...shared} />
      <GiftFields {...shared} />
      <LimitFields {...shared} />
      <TextField name="source" hint="Shown to whoever uses it: heard in episode 33." {...shared} />
      {children}
      <button
        type="submit"
        className="button button-primary"
        disabled={off}
        aria-disabled={busy || undefined}
      >
        Save
      </button>
    </form>
  );
}

/** A day without its time comes from the browser as nothing at all, which would be a coupon without an end. */
function halfWritten(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll("input")].filter(({ validity }) => validity.badInput);
}

/** What it takes off, and of which orders. */
function GiftFields(shared: Shared) {
  const { kind } = shared.values;
  return (
    <>
      <div className="product-fields">
        <ChoiceField name="kind" options={Object.entries(KINDS)} {...shared} />
        {kind !== "delivery" && (
          <TextField name="value" numeric hint={kind === "percent" ? "Percent." : "Whole Ksh."} {...shared} />
        )}
      </div>
      <div className="product-fields">
        {kind !== "delivery" && (
          <ChoiceField
            name="category"
            options={[["", "All goods"], ...CATEGORIES.map((each) => [each, `${each} alone`] as const)]}
            {...shared}
          />
        )}
        <TextField name="minimum" numeric hint="Ksh of goods. Empty: any order." {...shared} />
      </div>
    </>
  );
}

/** When it counts, and how often. */
function LimitFields(shared: Shared) {
  return (
    <>
      <div className="product-fields">
        <TextField
          name="startsAt"
          type="datetime-local"
          hint="In Nairobi (EAT). Leave empty for now."
          {...shared}
        />
        <TextField name="endsAt" type="datetime-local" hint="In Nairobi (EAT). Empty: no end." {...shared} />
      </div>
      <div className="product-fields">
        <TextField name="maxUses" numeric hint="Orders that can have it. Empty: any number." {...shared} />
        <TextField
          name="perShopper"
          numeric
          hint="Orders of one e-mail or phone. Empty: any number."
          {...shared}
        />
      </div>
    </>
  );
}

type Shared = Pick<Props, "values" | "faults"> & { put: (name: FieldName, value: string) => void };
type TextProps = Shared & { name: FieldName; hint: string; type?: "datetime-local"; numeric?: boolean };

function TextField({ name, values, faults, put, hint, type, numeric }: TextProps) {
  return (
    <Field
      label={LABELS[name]}
      name={name}
      type={type}
      autoComplete="off"
      inputMode={numeric ? "numeric" : undefined}
      value={values[name]}
      hint={hint}
      fault={faults[name]}
      onChange={({ target }) => put(name, target.value)}
    />
  );
}

type ChoiceProps = Shared & {
  name: "kind" | "category";
  options: (readonly [value: string, text: string])[];
};

function ChoiceField({ name, values, put, options }: ChoiceProps) {
  return (
    <SelectField
      label={LABELS[name]}
      name={name}
      value={values[name]}
      options={options}
      onChange={({ target }) => put(name, target.value)}
    />
  );
}
