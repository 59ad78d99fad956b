import { StaffCallError } from "../calls/call-staff.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { differing, type FieldName, LABELS, type Values, valueInWords } from "./product-values.ts";

type Props = {
  failure: StaffCallError;
  /** As the form was opened, as it is filled in, and as the product stands now. */
  before: Values;
  typed: Values;
  theirs: Values;
  onTake: (name: FieldName, value: Values[FieldName]) => void;
};

/** A colleague was quicker: both values of what both changed. All that was typed is still there, and Save saves it. */
export function ChangedMeanwhile({ failure, before, typed, theirs, onTake }: Props) {
  const changed = differing(before, theirs);
  const isBoth = (name: FieldName) => typed[name] !== before[name] && typed[name] !== theirs[name];
  // "Show how it is now" would leave what was typed behind: here everything is shown in place
  const said = new StaffCallError(failure.status, failure.message, { ...failure.answer, current: null });
  return (
    <DeedFailure failure={said}>
      <ul>
        {changed.map((name) => (
          <li key={name}>
            {LABELS[name]}: now {valueInWords(theirs[name])}
            {isBoth(name) && (
              <>
                , you typed {valueInWords(typed[name])}.{" "}
                <button type="button" className="link-button" onClick={() => onTake(name, theirs[name])}>
                  Take {valueInWords(theirs[name])}
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
