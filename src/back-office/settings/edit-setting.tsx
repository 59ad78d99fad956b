import { useId } from "react";
import { Fault } from "../../ui/fault.tsx";
import { type DrawnField, faultOf } from "../app/forms/field-form.tsx";
import { type FormField, typedOf } from "../app/forms/form-field.ts";
import { EditForm } from "../app/forms/table-forms.tsx";
import type * as contract from "./contract.ts";
import { EditPicture } from "./edit-picture.tsx";
import { EditRows } from "./edit-rows.tsx";
import { SAVED } from "./setting-frame.tsx";
import { type Newest, SettingPreview } from "./setting-preview.tsx";

type Props = {
  fields: FormField[];
  setting: contract.Setting;
  /** The setting where nobody has changed it: what its choices lack here cannot be ticked. */
  defaults: contract.Setting["value"];
  newest: Newest;
  say: (words: string) => void;
};

/** The form of a setting, with how it will look beside it. What a colleague changed meanwhile stays, but for the fields changed here. */
export function EditSetting({ fields, setting, defaults, newest, say }: Props) {
  const { name } = setting;
  const draw = (drawn: DrawnField) => {
    const { list, picture, choices } = drawn.field;
    if (picture) return <EditPicture {...drawn} />;
    if (list) return <EditRows {...drawn} list={list} />;
    return choices && <TickedChoices {...drawn} defaults={defaults} />;
  };
  return (
    <EditForm<typeof contract.saveSetting, contract.Setting>
      rows={fields}
      shown={setting}
      formOf={({ value }) => value}
      callOf={({ value, version }) => ({
        path: `/api/staff/settings/${name}`,
        body: { value, version },
      })}
      savedIn={(answer) => answer.setting}
      say={say}
      saved={SAVED}
      draw={draw}
      below={(typed) => <SettingPreview name={name} typed={typed} newest={newest} />}
    />
  );
}

type ChoicesProps = DrawnField & { defaults: contract.Setting["value"] };

/** Choices of which some are ticked: typed as their names, with commas. What the server is not set up for says so. */
function TickedChoices({ field, typed, faults, onChange, defaults }: ChoicesProps) {
  const id = useId();
  const { path, label, choices = [], hint } = field;
  const fault = faultOf(faults, path);
  const possible = typedOf(defaults, [field])[path]?.split(",") ?? [];
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
