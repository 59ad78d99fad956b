import { type FormEvent, useState } from "react";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../settings/contract.ts";
import type { StaffCallError } from "../calls/call-staff.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { type Faults, useDeed } from "../calls/use-deed.ts";
import type { Setting } from "../shown.ts";
import { ChangedSetting } from "./changed-setting.tsx";
import { EditPicture } from "./edit-picture.tsx";
import { EditRows } from "./edit-rows.tsx";
import { differing, type FORMS, toValue, typedOf } from "./forms.ts";
import type { Newest } from "./preview-banner.tsx";
import { SettingPreview } from "./setting-preview.tsx";
import { TickedChoices } from "./ticked-choices.tsx";

type Form = (typeof FORMS)[string];
type Props = {
  form: Form;
  setting: Setting;
  /** What the environment allows of payments. */
  defaults: Setting["value"];
  newest: Newest;
  onSaved: (words: string) => unknown;
  onChange: () => void;
};

/** The form of a setting, with how it will look beside it. What a colleague changed meanwhile stays, but for the fields changed here. */
export function EditSetting({ form, setting, defaults, newest, onSaved, onChange }: Props) {
  const { fields } = form;
  const off = !useHydrated();
  const { busy, failure, faults, start } = useDeed();
  const before = typedOf(setting.value, fields);
  const [typed, setTyped] = useState(before);
  const theirs = currentIn(failure);
  const put = (path: string, text: string) => {
    setTyped((before) => ({ ...before, [path]: text }));
    onChange();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const ours = Object.fromEntries(
      differing(before, typed, fields).map(({ path }) => [path, typed[path] ?? ""]),
    );
    const standing = theirs ? typedOf(theirs.value, fields) : before;
    const body = {
      value: toValue({ ...standing, ...ours }, fields),
      version: theirs?.version ?? setting.version,
    };
    start<typeof contract.saveSetting>(
      { path: "/api/staff/settings/:name", params: { name: setting.name }, body },
      () => onSaved("Saved. The shop says it now."),
    );
  };
  return (
    <>
      <form className="panel stack product-form" method="post" onSubmit={submit} noValidate>
        {fields.map((field) => (
          <SettingInput
            key={field.path}
            field={field}
            typed={typed[field.path] ?? ""}
            possible={typedOf(defaults, [field])[field.path]?.split(",") ?? []}
            fault={faultOf(faults, field.path)}
            faults={faults}
            onChange={(text) => put(field.path, text)}
          />
        ))}
        {theirs && failure ? (
          <ChangedSetting
            failure={failure}
            fields={fields}
            before={before}
            typed={typed}
            theirs={typedOf(theirs.value, fields)}
            onTake={put}
          />
        ) : (
          <DeedFailure failure={failure} />
        )}
        <button
          type="submit"
          className="button button-primary"
          disabled={off}
          aria-disabled={busy || undefined}
        >
          Save
        </button>
      </form>
      <SettingPreview name={setting.name} typed={typed} newest={newest} />
    </>
  );
}

type InputProps = Parameters<typeof TickedChoices>[0] & { faults: Faults };

function SettingInput({ field, typed, possible, fault, faults, onChange }: InputProps) {
  const { path, label, type, hint, number, choices, list, picture } = field;
  if (picture) return <EditPicture field={field} typed={typed} faults={faults} onChange={onChange} />;
  if (list) return <EditRows field={{ ...field, list }} typed={typed} faults={faults} onChange={onChange} />;
  if (choices)
    return (
      <TickedChoices field={field} typed={typed} possible={possible} fault={fault} onChange={onChange} />
    );
  return (
    <Field
      label={label}
      name={path}
      type={type}
      inputMode={number ? "numeric" : undefined}
      autoComplete="off"
      value={typed}
      hint={hint}
      fault={fault}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** What is wrong with a field, or with a part of it: the second of its choices. */
function faultOf(faults: Faults, path: string): string | undefined {
  return faults[path] ?? Object.entries(faults).find(([each]) => each.startsWith(`${path}.`))?.[1];
}

/** How the setting stands that somebody else has changed since. */
function currentIn(failure: StaffCallError | undefined): { value: unknown; version: number } | undefined {
  const current = failure?.status === 409 ? failure.answer.current : undefined;
  const isSetting = typeof current === "object" && current !== null && "version" in current;
  return isSetting ? (current as { value: unknown; version: number }) : undefined;
}
