import type { Policy } from "../../../policies/rules.ts";
import { StaffCallError } from "../calls/call-staff.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { changedPages, type Draft, pageAt, pagesOf } from "./policy-edits.ts";

type Props = {
  failure: StaffCallError;
  /** As the form was opened, as it is filled in, and as the pages stand now. */
  before: readonly Policy[];
  drafts: readonly Draft[];
  theirs: readonly Policy[];
  onTake: (drafts: Draft[]) => void;
};

/** A colleague was quicker: how each page that they changed reads now. All that was typed is still there, and Save saves it. */
export function ChangedPolicies({ failure, before, drafts, theirs, onTake }: Props) {
  // "Show how it is now" would leave what was typed behind: here everything is shown in place
  const said = new StaffCallError(failure.status, failure.message, { ...failure.answer, current: null });
  return (
    <DeedFailure failure={said}>
      <ul>
        {changedPages(before, theirs).map((slug) => {
          const now = pageAt(theirs, slug);
          const ours = drafts.find(({ key }) => key === slug);
          const changedHere = ours && changedPages(before, pagesOf([ours])).includes(ours.slug);
          return (
            <li key={slug}>
              <details>
                <summary>
                  {now?.title ?? pageAt(before, slug)?.title}: {now ? "how it reads now" : "removed"}
                </summary>
                <pre className="policy-theirs">{now?.text ?? "–"}</pre>
              </details>
              {changedHere && (
                <p>
                  You changed it too.{" "}
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => onTake(taken(drafts, slug, now))}
                  >
                    Take theirs
                  </button>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <p>What you typed is still here. Save saves that, and leaves the other pages as they are now.</p>
    </DeedFailure>
  );
}

function taken(drafts: readonly Draft[], slug: string, now: Policy | undefined): Draft[] {
  return drafts.flatMap((draft) => {
    if (draft.key !== slug) return [draft];
    return now ? [{ ...now, key: slug }] : [];
  });
}
