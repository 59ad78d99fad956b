import { type FormEvent, type ReactNode, useId } from "react";
import { CATEGORIES, SUB_CATEGORIES } from "../../../catalogue/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type { Faults } from "../calls/use-deed.ts";
import { SelectField } from "../select-field.tsx";
import { type FieldName, LABELS, type Values } from "./product-values.ts";

type Props = {
  values: Values;
  faults: Faults;
  busy: boolean;
  onChange: (values: Values) => void;
  onSave: () => void;
  /** What is said above the button. */
  children: ReactNode;
};

/** What is written about a product. */
export function ProductForm({ values, faults, busy, onChange, onSave, children }: Props) {
  const off = !useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!sayHalfWritten(event.currentTarget)) onSave();
  };
  const put = (name: FieldName, value: string | boolean) => onChange({ ...values, [name]: value });
  const shared = { values, faults, put };
  return (
    <form className="panel stack product-form" method="post" onSubmit={submit} noValidate>
      <TextField name="name" {...shared} />
      <LongField name="description" rows={5} {...shared} />
      <div className="product-fields">
        <ChoiceField name="category" options={CATEGORIES} {...shared} />
        <ChoiceField name="subCategory" options={SUB_CATEGORIES} {...shared} />
      </div>
      <div className="product-fields">
        <TextField name="price" numeric hint="Whole Ksh." {...shared} />
        <TextField
          name="formerPrice"
          numeric
          hint="Struck out beside the price; empty for none."
          {...shared}
        />
      </div>
      <TextField name="sizes" hint="In the order shoppers see, with commas: S, M, L." {...shared} />
      <div className="product-fields">
        <TextField name="material" {...shared} />
        <TextField name="fit" {...shared} />
      </div>
      <LongField
        name="sizeGuide"
        rows={3}
        hint="Empty: the shop's own table. Else a first line “Size, Chest, Waist”, then one line for each size: “S, 88–96, 72–78”."
        {...shared}
      />
      <DropFields {...shared} />
      <div className="row">
        <MarkField name="trending" {...shared} />
        <MarkField name="bestseller" {...shared} />
        <ColourField {...shared} />
      </div>
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

/**
 * A day without its time comes from the browser as nothing at all, which would put the goods on sale at once: it is said
 * instead, by the browser, which alone can tell the two apart.
 */
function sayHalfWritten(form: HTMLFormElement): boolean {
  const half = [...form.querySelectorAll("input")].find(({ validity }) => validity.badInput);
  return half !== undefined && !half.reportValidity();
}

/** A drop: from when it is on sale, and whether shoppers are told of it before. */
function DropFields(shared: Shared) {
  const id = useId();
  return (
    <div className="product-fields">
      <TextField
        name="onSaleFrom"
        type="datetime-local"
        hint="East Africa Time. Leave empty for now. Until then nobody sees it or can buy it."
        {...shared}
      />
      <div>
        <MarkField name="announced" describedBy={id} {...shared} />
        <p className="field-hint" id={id}>
          Before that moment shoppers see its name, its first picture and a countdown, and no price.
        </p>
      </div>
    </div>
  );
}

type Shared = Pick<Props, "values" | "faults"> & { put: (name: FieldName, value: string | boolean) => void };
type Mark = "trending" | "bestseller" | "announced";
type TextProps = Shared & {
  name: Exclude<FieldName, Mark>;
  hint?: string;
  type?: "datetime-local";
  numeric?: boolean;
};

/** What is wrong with a field, or with a part of it: the third of its sizes. */
function faultOf(faults: Faults, name: FieldName): string | undefined {
  return faults[name] ?? Object.entries(faults).find(([path]) => path.startsWith(`${name}.`))?.[1];
}

function TextField({ name, values, faults, put, hint, numeric, type }: TextProps) {
  return (
    <Field
      label={LABELS[name]}
      name={name}
      type={type}
      autoComplete="off"
      inputMode={numeric ? "numeric" : undefined}
      value={values[name]}
      hint={hint}
      fault={faultOf(faults, name)}
      onChange={({ target }) => put(name, target.value)}
    />
  );
}

function LongField({ name, values, faults, put, hint, rows }: TextProps & { rows: number }) {
  const id = useId();
  const fault = faultOf(faults, name);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{LABELS[name]}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        value={values[name]}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        onChange={({ target }) => put(name, target.value)}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="field-fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

type ChoiceProps = Shared & { name: "category" | "subCategory"; options: readonly string[] };

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

function MarkField({ name, values, put, describedBy }: Shared & { name: Mark; describedBy?: string }) {
  return (
    <label className="mark-field">
      <input
        type="checkbox"
        name={name}
        checked={values[name]}
        aria-describedby={describedBy}
        onChange={({ target }) => put(name, target.checked)}
      />
      {LABELS[name]}
    </label>
  );
}

/** Stands behind the product's pictures until they come. */
function ColourField({ values, put }: Shared) {
  return (
    <label className="mark-field">
      <input
        type="color"
        name="colour"
        value={values.colour}
        onChange={({ target }) => put("colour", target.value)}
      />
      {LABELS.colour}
    </label>
  );
}
