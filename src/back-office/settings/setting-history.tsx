import { Link } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { ActionButton } from "../app/action-button.tsx";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { useMay } from "../app/person.ts";
import type { Setting, SettingChange } from "../app/shown.ts";
import type * as contract from "./contract.ts";

type Props = {
  setting: Setting;
  history: SettingChange[];
  /** A change in words. */
  say: (change: SettingChange) => string;
  onSaved: (words: string) => unknown;
};

/** What was changed, newest first; "Put back" makes the setting what it was before that change. */
export function SettingHistory({ setting, history, say, onSaved }: Props) {
  const may = useMay();
  const { busy, failure, start } = useAction();
  if (history.length === 0) return null;
  const putBack = ({ _id: change }: SettingChange) =>
    start<typeof contract.putSettingBack>(
      {
        path: "/api/staff/settings/:name/back",
        params: { name: setting.name },
        body: { change, version: setting.version },
      },
      () => onSaved("Put back."),
    );
  return (
    <section className="panel stack" aria-labelledby="history">
      <h2 id="history">What was changed</h2>
      <ActionFailure failure={failure} withFields />
      <ul className="plain-list setting-history">
        {history.map((change) => (
          <li key={change._id}>
            <p id={`change-${change._id}`}>
              {formatMoment(change.at)}, {change.by}: {say(change)}
            </p>
            {may("settings.edit") && (
              <ActionButton
                aria-describedby={`change-${change._id}`}
                busy={busy}
                onClick={() => putBack(change)}
              >
                Put back
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {may("audit") && (
        <p>
          <Link to={`/audit?subject=${setting.name}`}>All changes in the audit</Link>
        </p>
      )}
    </section>
  );
}
