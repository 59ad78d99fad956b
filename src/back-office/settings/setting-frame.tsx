import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { Tabs } from "../app/frame.tsx";
import { useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { FORMS } from "./forms.ts";

/** Said when a setting or a page was saved. */
export const SAVED = "Saved. The shop says it now.";

/** Every setting by its name, with those that have a page of their own. */
export const TABS = [
  ...Object.entries(FORMS).map(([name, { title }]) => [name, title] as const),
  ["policies", "Policies"] as const,
];

/** Who changed a setting last. */
export function Changed({ setting: { at, by } }: { setting: contract.Setting }) {
  return <p className="faint">{at !== null && `Changed ${formatMoment(at)} by ${by}.`}</p>;
}

type FrameProps = {
  heading: string;
  setting: contract.Setting;
  history: contract.SettingChange[];
  /** A change in words. */
  sayChange: (change: contract.SettingChange) => string;
  /** What it says now, or its form: what was typed into it outlives a new version. */
  children: (say: (words: string) => void) => ReactNode;
};

/** The screen of a setting: the way to the others, what it says, and what it was before. */
export function SettingFrame({ heading, setting, children, ...history }: FrameProps) {
  const [said, setSaid] = useState("");
  return (
    <>
      <h1>{heading}</h1>
      <Tabs label="Settings" tabs={TABS.map(([name, title]) => [`/settings/${name}`, title])} />
      <Changed setting={setting} />
      <p role="status" className="said">
        {said}
      </p>
      <div className="stack" key={setting.name}>
        {children(setSaid)}
        <SettingHistory key={setting.version} setting={setting} {...history} say={setSaid} />
      </div>
    </>
  );
}

type HistoryProps = Omit<FrameProps, "heading" | "children"> & { say: (words: string) => void };

/** What was changed, newest first; "Put back" makes the setting what it was before that change. */
function SettingHistory({ setting: { name, version }, history, sayChange, say }: HistoryProps) {
  const may = useMay();
  const { busy, failure, start, revalidate } = useAction();
  if (history.length === 0) return null;
  const putBack = (change: string) =>
    start<typeof contract.putSettingBack>(
      { path: `/api/staff/settings/${name}/back`, body: { change, version } },
      () => {
        say("Put back.");
        return revalidate();
      },
    );
  return (
    <section className="panel stack" aria-labelledby="history">
      <h2 id="history">What was changed</h2>
      <ActionFailure failure={failure} withFields />
      <ul className="plain-list setting-history">
        {history.map((change) => (
          <li key={change._id}>
            <p id={`change-${change._id}`}>
              {formatMoment(change.at)}, {change.by}: {sayChange(change)}
            </p>
            {may("settings.edit") && (
              <ActionButton
                aria-describedby={`change-${change._id}`}
                busy={busy}
                onClick={() => putBack(change._id)}
              >
                Put back
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {may("audit") && (
        <p>
          <Link to={`/audit?subject=${name}`}>All changes in the audit</Link>
        </p>
      )}
    </section>
  );
}
