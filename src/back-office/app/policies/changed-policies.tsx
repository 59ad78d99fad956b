import type { Policy } from "../../../policies/rules.ts";
import { DeedFailure, type Failed } from "../calls/deed-failure.tsx";
import { changedPages, type Draft, pageAt, pagesOf } from "./policy-edits.ts";

type Props = Failed & {
  /** As the form was opened, as it is filled in, and as the pages stand now. */
  before: readonly Policy[];
  drafts: readonly Draft[];
  theirs: readonly Policy[];
  onTake: (drafts: Draft[]) => void;
};

/** A colleague was quicker: how each page that they changed reads now. All that was typed is still there, and Save saves it. */
export function ChangedPolicies({ failure, before, drafts, theirs, onTake }: Props) {
  return (
    <DeedFailure failure={failure} then="Save saves that, and leaves the other pages as they are now.">
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
    </DeedFailure>
  );
}

function taken(drafts: readonly Draft[], slug: string, now: Policy | undefined): Draft[] {
  return drafts.flatMap((draft) => {
    if (draft.key !== slug) return [draft];
    return now ? [{ ...now, key: slug }] : [];
  });
}
