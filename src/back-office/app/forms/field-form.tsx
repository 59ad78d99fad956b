import { type ChangeEvent, type FormEvent, Fragment, type ReactNode, useId, useState } from "react";
import { focusField } from "../../../accounts/form-focus.ts";
import { Field } from "../../../ui/field.tsx";
import { ActionButton, ActionFailure, type Failed, type Faults } from "../action.tsx";
import { LongField, SelectField } from "../fields.tsx";
import { changeText, differing, type FormField, inWords, type Typed } from "./form-field.ts";

/** The fields of a form; those of an inner list are in one row. */
export type FormRows = readonly (FormField | readonly FormField[])[];

/** A field as its input needs it; `typed` is its own text. */
export type DrawnField = {
  field: FormField;
  typed: string;
  faults: Faults;
  onChange: (text: string) => void;
};
export type Draw = (drawn: DrawnField) => ReactNode;

type Props = Failed & {
  rows: FormRows;
  typed: Typed;
  /** The contents when the form was opened, and those that a colleague has saved since. */
  base?: Typed;
  theirs?: Typed | undefined;
  faults: Faults;
  busy: boolean;
  onChange: (path: string, text: string) => void;
  /** `confirmed`: the question was answered with yes. */
  onSave: (confirmed: boolean) => void;
  /** A field that is no plain input; undefined where it is one. */
  draw?: Draw | undefined;
  /** Shown above the button. */
  children?: ReactNode;
};

const HALF = "Enter a day and a time, or clear both.";

/** A form made of a table of fields. Shows what a colleague changed meanwhile, and any question that comes before saving. */
export function FieldForm(props: Props) {
  const {
    rows,
    typed,
    base = typed,
    theirs,
    failure,
    faults,
    busy,
    onChange,
    onSave,
    draw,
    children,
  } = props;
  const [half, setHalf] = useState<Faults>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unread = halfWritten(event.currentTarget);
    setHalf(Object.fromEntries(unread.map(({ name }) => [name, HALF])));
    if (unread[0]) focusField(unread[0]);
    else onSave(false);
  };
  const put = (path: string, text: string) => {
    setHalf({});
    onChange(path, text);
  };
  const input = (field: FormField) => {
    const { path, when } = field;
    if (when && !when(typed)) return null;
    const onChange = (text: string) => put(path, text);
    const drawn = draw?.({ field, typed: typed[path] ?? "", faults, onChange });
    if (drawn) return <Fragment key={path}>{drawn}</Fragment>;
    const fault = half[path] ?? faultOf(faults, path);
    return <FormInput key={path} field={field} typed={typed} fault={fault} onChange={onChange} />;
  };
  return (
    <form className="panel stack product-form" method="post" onSubmit={submit} noValidate>
      {rows.map((row) =>
        "path" in row ? input(row) : <Beside key={row[0]?.path} fields={row} input={input} />,
      )}
      {theirs ? (
        <ChangedFields {...{ failure, fields: rows.flat(), base, typed, theirs }} onTake={put} />
      ) : (
        <SaveQuestion failure={failure} busy={busy} onYes={() => onSave(true)} />
      )}
      {children}
      <ActionButton type="submit" className="button button-primary" busy={busy}>
        Save
      </ActionButton>
    </form>
  );
}

/** A browser reports a day without its time as an empty field, which would mean a coupon without an end. */
function halfWritten(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll("input")].filter(({ validity }) => validity.badInput);
}

/** What is wrong with a field, or with a part of it: the third of its sizes. */
export function faultOf(faults: Faults, path: string): string | undefined {
  return faults[path] ?? Object.entries(faults).find(([each]) => each.startsWith(`${path}.`))?.[1];
}

type BesideProps = { fields: readonly FormField[]; input: (field: FormField) => ReactNode };

function Beside({ fields, input }: BesideProps) {
  const areMarks = fields.every(({ type, hint }) => (type === "checkbox" || type === "color") && !hint);
  return <div className={areMarks ? "row" : "product-fields"}>{fields.map(input)}</div>;
}

/** The question before something is saved, with the button that says yes; or why it was not saved. */
function SaveQuestion({ failure, busy, onYes }: Failed & { busy: boolean; onYes: () => void }) {
  const { confirm } = failure?.answer ?? {};
  if (!failure || typeof confirm !== "object") return <ActionFailure failure={failure} />;
  return (
    <div className="action-failure" role="alert">
      <p>Not saved yet. {failure.message}</p>
      <button type="button" className="button" aria-disabled={busy} onClick={onYes}>
        Yes, save
      </button>
    </div>
  );
}

type ChangedProps = Failed & {
  fields: readonly FormField[];
  base: Typed;
  typed: Typed;
  theirs: Typed;
  onTake: (path: string, text: string) => void;
};

/** A colleague saved first: shows both values of what both changed. */
function ChangedFields({ failure, fields, base, typed, theirs, onTake }: ChangedProps) {
  const changed = differing(base, theirs, fields);
  return (
    <ActionFailure failure={failure} then="Save saves that, and leaves the rest as it is now.">
      <ul hidden={changed.length === 0}>
        {changed.map((field) => {
          const { path } = field;
          const [ours, now = ""] = [typed[path], theirs[path]];
          return (
            <li key={path}>
              <ChangedField
                field={field}
                was={base[path]}
                now={now}
                ours={ours === base[path] || ours === now ? undefined : ours}
                onTake={() => onTake(path, now)}
              />
            </li>
          );
        })}
      </ul>
    </ActionFailure>
  );
}

type ChangeProps = {
  field: FormField;
  was: string | undefined;
  now: string;
  /** What was typed here, where both changed the field. */
  ours: string | undefined;
  onTake: () => void;
};

function ChangedField({ field, was, now, ours, onTake }: ChangeProps) {
  const take = (words: string) => (
    <button type="button" className="link-button" onClick={onTake}>
      Take {words}
    </button>
  );
  if (field.list || field.picture)
    return (
      <>
        {changeText(field, was, now)}. {ours !== undefined && <>You changed it as well. {take("theirs")}</>}
      </>
    );
  return (
    <>
      {field.label}: now {inWords(field, now)}
      {ours !== undefined && (
        <>
          , you typed {inWords(field, ours)}. {take(inWords(field, now))}
        </>
      )}
    </>
  );
}

type InputProps = {
  field: FormField;
  typed: Typed;
  fault: string | undefined;
  onChange: (text: string) => void;
};

/** The input of a field, as its table describes it. */
function FormInput({ field, typed, fault, onChange }: InputProps) {
  const { path, label, type, number, rows, options } = field;
  if (type === "checkbox" || type === "color")
    return <MarkField field={field} text={typed[path] ?? ""} onChange={onChange} />;
  const shared = {
    label,
    name: path,
    value: typed[path] ?? "",
    fault,
    onChange: ({ target }: ChangeEvent<{ value: string }>) => onChange(target.value),
  };
  if (options) return <SelectField {...shared} options={options} />;
  const hint = field.hintFor?.(typed) ?? field.hint;
  if (rows) return <LongField {...shared} rows={rows} hint={hint} />;
  return (
    <Field
      {...shared}
      type={type}
      inputMode={number ? "numeric" : undefined}
      autoComplete="off"
      hint={hint}
    />
  );
}

/** Ticked or not, or a colour: before its label, in one line. */
function MarkField({
  field,
  text,
  onChange,
}: { field: FormField; text: string } & Pick<InputProps, "onChange">) {
  const id = useId();
  const { path, label, type, hint } = field;
  const value = type === "checkbox" ? { checked: text === "yes" } : { value: text };
  const mark = (
    <label className="mark-field">
      <input
        type={type}
        name={path}
        {...value}
        aria-describedby={hint ? id : undefined}
        onChange={({ target }) => onChange(type === "color" ? target.value : target.checked ? "yes" : "no")}
      />
      {label}
    </label>
  );
  if (!hint) return mark;
  return (
    <div>
      {mark}
      <p className="field-hint" id={id}>
        {hint}
      </p>
    </div>
  );
}
