import { useId } from "react";
import { Fault } from "../../ui/fault.tsx";
import { FieldForm, faultOf } from "../app/forms/field-form.tsx";
import { type FormField, mergeTyped, toValue, typedOf } from "../app/forms/form-field.ts";
import { useVersionedForm } from "../app/forms/use-versioned-form.ts";
import type { Setting } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import type { SettingForm } from "./delivery-form.ts";
import { EditPicture } from "./edit-picture.tsx";
import { EditRows } from "./edit-rows.tsx";
import type { Newest } from "./preview-banner.tsx";
import { SettingPreview } from "./setting-preview.tsx";
import { SAVED } from "./setting-tabs.tsx";

type Props = {
  form: SettingForm;
  setting: Setting;
  /** What the environment allows of payments. */
  defaults: Setting["value"];
  newest: Newest;
  say: (words: string) => void;
};

/** The form of a setting, with how it will look beside it. What a colleague changed meanwhile stays, but for the fields changed here. */
export function EditSetting({ form: { fields }, setting, defaults, newest, say }: Props) {
  const { name } = setting;
  const read = ({ value, version }: Pick<Setting, "value" | "version">) => ({
    typed: typedOf(value, fields),
    version,
  });
  const { put, save, ...form } = useVersionedForm({
    shown: setting,
    read,
    merge: mergeTyped,
    say,
    saved: SAVED,
  });
  const { typed, faults } = form;
  const onChange = (path: string, text: string) => put((before) => ({ ...before, [path]: text }));
  const onSave = () =>
    save<typeof contract.saveSetting>(
      (edit) => ({
        path: "/api/staff/settings/:name",
        params: { name },
        body: { value: toValue(edit.typed, fields), version: edit.version },
      }),
      (answer) => answer.setting,
    );
  const draw = (field: FormField) => {
    const { path, choices, list, picture } = field;
    const shared = { typed: typed[path] ?? "", faults, onChange: (text: string) => onChange(path, text) };
    if (picture) return <EditPicture field={field} {...shared} />;
    if (list) return <EditRows field={{ ...field, list }} {...shared} />;
    if (!choices) return undefined;
    const possible = typedOf(defaults, [field])[path]?.split(",") ?? [];
    return <TickedChoices field={field} possible={possible} fault={faultOf(faults, path)} {...shared} />;
  };
  return (
    <>
      <FieldForm {...form} rows={fields} draw={draw} onChange={onChange} onSave={onSave} />
      <SettingPreview name={name} typed={typed} newest={newest} />
    </>
  );
}

type TickedChoicesProps = {
  field: FormField;
  /** The names that are ticked, with commas. */
  typed: string;
  /** What can be ticked; a choice that cannot says why. */
  possible: readonly string[];
  fault: string | undefined;
  onChange: (typed: string) => void;
};

/** Choices of which some are ticked. */
function TickedChoices({ field, typed, possible, fault, onChange }: TickedChoicesProps) {
  const id = useId();
  const { path, label, choices = [], hint } = field;
  const ticked = typed.split(",").filter(Boolean);
  const put = (name: string, on: boolean) =>
    onChange([...ticked.filter((each) => each !== name), ...(on ? [name] : [])].join(","));
  return (
    <fieldset className="setting-choices" aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {choices.map(([name, words]) => (
        <label key={name} className="mark-field">
          <input
            type="checkbox"
            name={path}
            value={name}
            checked={ticked.includes(name)}
            disabled={!possible.includes(name)}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault && `${id}-fault`}
            onChange={({ target }) => put(name, target.checked)}
          />
          {words}
          {!possible.includes(name) && " (this server is not set up for it)"}
        </label>
      ))}
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  );
}
