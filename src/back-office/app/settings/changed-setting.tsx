import { StaffCallError } from "../calls/call-staff.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { changeText, differing, type Typed } from "./forms.ts";
import type { SettingField } from "./setting-field.ts";

type Props = {
  failure: StaffCallError;
  fields: SettingField[];
  /** As the form was opened, as it is filled in, and as the setting stands now. */
  before: Typed;
  typed: Typed;
  theirs: Typed;
  onTake: (path: string, text: string) => void;
};

/** A colleague was quicker: both values of what both changed. All that was typed is still there, and Save saves it. */
export function ChangedSetting({ failure, fields, before, typed, theirs, onTake }: Props) {
  // "Show how it is now" would leave what was typed behind: here everything is shown in place
  const said = new StaffCallError(failure.status, failure.message, { ...failure.answer, current: null });
  return (
    <DeedFailure failure={said}>
      <ul>
        {differing(before, theirs, fields).map((field) => (
          <li key={field.path}>
            <ChangedField field={field} before={before} typed={typed} theirs={theirs} onTake={onTake} />
          </li>
        ))}
      </ul>
      <p>What you typed is still here. Save saves that, and leaves the rest as it is now.</p>
    </DeedFailure>
  );
}

function ChangedField({
  field,
  before,
  typed,
  theirs,
  onTake,
}: Omit<Props, "failure" | "fields"> & { field: SettingField }) {
  const { path, label, list, picture } = field;
  const [was, ours, now] = [before[path] ?? "", typed[path] ?? "", theirs[path] ?? ""];
  const isOurs = ours !== was && ours !== now;
  const take = (words: string) => (
    <button type="button" className="link-button" onClick={() => onTake(path, now)}>
      Take {words}
    </button>
  );
  if (list || picture)
    return (
      <>
        {changeText(field, was, now)}. {isOurs && <>You changed it as well. {take("theirs")}</>}
      </>
    );
  return (
    <>
      {label}: now {now || "–"}
      {isOurs && (
        <>
          , you typed {ours || "–"}. {take(now || "–")}
        </>
      )}
    </>
  );
}
