import { useEffect, useId, useRef, useState } from "react";
import { COUNTIES } from "../../delivery/setting-rules.ts";
import { loadTowns, type Towns } from "../../ordering/checkout/towns.ts";
import { Fault } from "../../ui/fault.tsx";
import { Field } from "../../ui/field.tsx";
import { ActionButton, type Faults } from "../app/action.tsx";
import { SelectField } from "../app/fields.tsx";
import type { DrawnField } from "../app/forms/field-form.tsx";
import type { ListField, Row } from "../app/forms/form-field.ts";
import { readRows } from "./delivery-form.ts";

type Props = DrawnField & { list: ListField };

/** A list of a setting: its rows in words, of which one at a time is open for changes. Nothing is saved before Save. */
export function EditRows({ field: { path, label }, list, typed, faults, onChange }: Props) {
  const id = useId();
  const [open, setOpen] = useState<number>();
  const rows = readRows(typed);
  const put = (changed: Row[]) => onChange(JSON.stringify(changed));
  const faultAt = (at: number) =>
    Object.entries(faults).find(([name]) => name === `${path}.${at}` || name.startsWith(`${path}.${at}.`));
  const add = () => {
    put([...rows, {}]);
    setOpen(rows.length);
  };
  const close = (button: string) => {
    setOpen(undefined);
    // the button that was pressed is gone: the keyboard goes on from this one
    requestAnimationFrame(() => document.getElementById(`${id}-${button}`)?.focus());
  };
  const remove = (at: number) => {
    put(rows.filter((_, each) => each !== at));
    close("add");
  };
  return (
    <fieldset className="setting-choices stack">
      <legend>{label}</legend>
      {rows.length === 0 && <p className="field-hint">{list.none}</p>}
      <ul className="plain-list setting-history">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own while they are typed
          <li key={at}>
            {at === open ? (
              <RowFields
                list={list}
                row={row}
                faults={faultsOfRow(faults, `${path}.${at}.`)}
                onChange={(changed) => put(rows.map((each, index) => (index === at ? changed : each)))}
                onDone={() => close(`change-${at}`)}
                onRemove={() => remove(at)}
              />
            ) : (
              <>
                <p id={`${id}-${at}`}>
                  {list.say(row)}
                  {faultAt(at) && <span className="field-fault"> {faultAt(at)?.[1]}</span>}
                </p>
                <ActionButton
                  id={`${id}-change-${at}`}
                  aria-describedby={`${id}-${at}`}
                  onClick={() => setOpen(at)}
                >
                  Change
                </ActionButton>
              </>
            )}
          </li>
        ))}
      </ul>
      <Fault text={faults[path]} />
      <ActionButton id={`${id}-add`} onClick={add}>
        {list.add}
      </ActionButton>
    </fieldset>
  );
}

/** By the last part of their paths: "points.0.address.city" is said beside the town. */
function faultsOfRow(faults: Faults, start: string): Faults {
  const own = Object.entries(faults).filter(([name]) => name.startsWith(start));
  // both numbers of days are typed in one field
  return Object.fromEntries(
    own.map(([name, fault]) => [(name.split(".").pop() ?? "").replace(/^to$/, "from"), fault]),
  );
}

type RowProps = {
  list: ListField;
  row: Row;
  faults: Faults;
  onChange: (row: Row) => void;
  onDone: () => void;
  onRemove: () => void;
};

function RowFields({ list, row, faults, onChange, onDone, onRemove }: RowProps) {
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  // the keyboard goes on in what its button opened
  useEffect(() => fields.current?.querySelector<HTMLElement>("input, select")?.focus(), []);
  const [towns, setTowns] = useState<Towns>();
  // without them the town is typed
  const load = () => void loadTowns().then(setTowns, () => {});
  const county = row.county ?? row.state;
  const put = (name: string, text: string) => {
    const zipCode =
      name === "city" && !row.zipCode
        ? towns?.complete("city", { city: text, state: "" }).zipCode
        : undefined;
    onChange({ ...row, [name]: text, ...(zipCode && { zipCode }) });
  };
  return (
    <div className="stack setting-row" ref={fields}>
      {list.inputs.map(({ name, label, hint, place, inputMode }) =>
        place === "county" ? (
          <SelectField
            key={name}
            label={label}
            value={row[name] ?? ""}
            options={[["", "Choose a county"], ...COUNTIES]}
            fault={faults[name]}
            onChange={({ target }) => put(name, target.value)}
          />
        ) : (
          <Field
            key={name}
            label={label}
            hint={hint}
            inputMode={inputMode}
            autoComplete="off"
            list={place && `${id}-towns`}
            onFocus={place && load}
            value={row[name] ?? ""}
            fault={faults[name]}
            onChange={({ target }) => put(name, target.value)}
          />
        ),
      )}
      <datalist id={`${id}-towns`}>
        {towns?.towns.map(([town, of]) => (!county || of === county) && <option key={town} value={town} />)}
      </datalist>
      <p className="row">
        <ActionButton onClick={onDone}>Done</ActionButton>
        <ActionButton onClick={onRemove}>Remove</ActionButton>
      </p>
    </div>
  );
}
