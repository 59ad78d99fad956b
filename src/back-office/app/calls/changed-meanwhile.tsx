import { StaffCallError } from "./call-staff.ts";
import { DeedFailure } from "./deed-failure.tsx";

/** A field that a colleague has changed, in words: how it stands now, and what was typed where both changed it. */
export type FieldChange<Name extends string> = { name: Name; label: string; now: string; typed?: string };

type Props<Name extends string> = {
  failure: StaffCallError;
  changes: FieldChange<Name>[];
  onTake: (name: Name) => void;
};

/** A colleague was quicker: both values of what both changed. All that was typed is still there, and Save saves it. */
export function ChangedMeanwhile<Name extends string>({ failure, changes, onTake }: Props<Name>) {
  // "Show how it is now" would leave what was typed behind: here everything is shown in place
  const said = new StaffCallError(failure.status, failure.message, { ...failure.answer, current: null });
  return (
    <DeedFailure failure={said}>
      <ul hidden={changes.length === 0}>
        {changes.map(({ name, label, now, typed }) => (
          <li key={name}>
            {label}: now {now}
            {typed !== undefined && (
              <>
                , you typed {typed}.{" "}
                <button type="button" className="link-button" onClick={() => onTake(name)}>
                  Take {now}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <p>What you typed is still here. Save saves that, and leaves the rest as it is now.</p>
    </DeedFailure>
  );
}
