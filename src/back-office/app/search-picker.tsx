import { type KeyboardEvent, useState } from "react";
import { messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton } from "./action.tsx";

type Props<T> = {
  label: string;
  hint?: string;
  /** Said where nothing has the name. */
  none: string;
  /** Undefined: there was nothing to search for. */
  search: (typed: string) => Promise<T[] | undefined>;
  /** What stands behind "Add" on its button. */
  nameOf: (found: T) => string;
  onAdd: (found: T) => void;
};

/** Finds something by its name, to add it to the form around. */
export function SearchPicker<T extends { _id: string }>({ none, search, nameOf, onAdd, ...field }: Props<T>) {
  const [busy, run] = useBusy();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<T[]>();
  const [fault, setFault] = useState<string>();
  const find = () =>
    run(async () => {
      try {
        setFound(await search(typed.trim()));
        setFault(undefined);
      } catch (error) {
        setFault(messageOf(error));
      }
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // it is a search, not yet the form
    event.preventDefault();
    find();
  };
  const add = (picked: T) => {
    onAdd(picked);
    setTyped("");
    setFound(undefined);
  };
  return (
    <div className="stack">
      <div className="add-goods">
        <Field
          {...field}
          type="search"
          autoComplete="off"
          value={typed}
          fault={fault}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
        <ActionButton busy={busy} onClick={find}>
          Find
        </ActionButton>
      </div>
      <div role="status">
        {found?.length === 0 && <p>{none}</p>}
        {found && found.length > 0 && (
          <ul>
            {found.map((each) => (
              <li key={each._id}>
                <ActionButton className="link-button" onClick={() => add(each)}>
                  Add {nameOf(each)}
                </ActionButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
