import { Link, useLoaderData } from "react-router";
import type { Policy } from "../../policies/rules.ts";
import { type FormField, inWords, type Row, typedOf } from "../app/forms/form-field.ts";
import { type LoaderArgs, readStaff, titled } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { FORMS } from "./forms.ts";
import { Changed, TABS } from "./setting-frame.tsx";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.listSettings>(args, "/api/staff/settings");
}

export const meta = titled("Settings");

/** Every setting with its current value. */
export default function AllSettingsPage() {
  const { settings } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Settings</h1>
      <ul className="stack setting-list">
        {TABS.map(([name, title]) => {
          const setting = settings.find((each) => each.name === name);
          return (
            <li key={name} className="panel">
              <h2>
                <Link to={`/settings/${name}`}>{title}</Link>
              </h2>
              {setting && <Says setting={setting as contract.Setting} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Says({ setting }: { setting: contract.Setting }) {
  return (
    <>
      <dl className="setting-says">
        {linesOf(setting).map(([label, words]) => (
          <div key={label}>
            <dt className="faint">{label}</dt>
            <dd>{words || "–"}</dd>
          </div>
        ))}
      </dl>
      <Changed setting={setting} />
    </>
  );
}

/** A setting's value, a line for each of its fields. */
function linesOf({ name, value }: contract.Setting): (readonly [label: string, words: string])[] {
  if (name === "policies") return [["Pages", (value.pages as Policy[]).map(({ title }) => title).join(", ")]];
  const { fields = [] } = FORMS[name] ?? {};
  const typed = typedOf(value, fields);
  return fields.map((field) => [field.label, saysOf(field, typed[field.path] ?? "")]);
}

function saysOf(field: FormField, typed: string): string {
  const { choices, list } = field;
  if (list) return (JSON.parse(typed) as Row[]).map(list.say).join("; ") || list.none;
  if (!choices) return inWords(field, typed);
  const chosen = typed.split(",");
  return choices.flatMap(([name, label]) => (chosen.includes(name) ? [label] : [])).join(", ");
}
