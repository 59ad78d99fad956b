import { type FormEvent, useState } from "react";
import { POLICY, type Policy } from "../../../policies/rules.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../settings/contract.ts";
import type { StaffCallError } from "../calls/call-staff.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { ChangedPolicies } from "./changed-policies.tsx";
import { EditPolicy } from "./edit-policy.tsx";
import { type Draft, draftsOf, merged, moved, pagesOf, withNew } from "./policy-edits.ts";

type Standing = { pages: Policy[]; version: number };
type Props = { standing: Standing; onSaved: (words: string) => unknown; onChange: () => void };

/** All pages in their order; nothing is saved before Save. What a colleague changed meanwhile stays, but for the pages changed here. */
export function EditPolicies({ standing, onSaved, onChange }: Props) {
  const off = !useHydrated();
  const { busy, failure, faults, start, forget } = useDeed();
  const [base, setBase] = useState(standing);
  const [drafts, setDrafts] = useState(() => draftsOf(standing.pages));
  const theirs = currentIn(failure);
  const put = (next: Draft[]) => {
    setDrafts(next);
    onChange();
  };
  /** Another order or number of pages: what was said of the third page is another's then. */
  const rearrange = (next: Draft[]) => {
    forget();
    put(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const all = theirs ? merged(drafts, base.pages, theirs.pages) : drafts;
    const version = (theirs ?? base).version;
    if (theirs) {
      setBase(theirs);
      setDrafts(all);
    }
    const body = { value: { pages: pagesOf(all) }, version };
    start<typeof contract.saveSetting>(
      { path: "/api/staff/settings/:name", params: { name: "policies" }, body },
      () => onSaved("Saved. The shop says it now."),
    );
  };
  return (
    <form className="stack" method="post" onSubmit={submit} noValidate>
      <ol className="stack policy-list">
        {drafts.map((draft, at) => (
          <EditPolicy
            key={draft.key}
            draft={draft}
            at={at}
            count={drafts.length}
            faults={{
              title: faults[`pages.${at}.title`],
              slug: faults[`pages.${at}.slug`],
              text: faults[`pages.${at}.text`],
            }}
            onChange={(next) => put(drafts.map((each, place) => (place === at ? next : each)))}
            onMove={(to) => rearrange(moved(drafts, at, to))}
            onRemove={() => rearrange(drafts.filter((_, place) => place !== at))}
          />
        ))}
      </ol>
      {drafts.length === 0 && <p>No page: the shop leads to none.</p>}
      {faults.pages && <p className="field-fault">{faults.pages}</p>}
      {theirs && failure ? (
        <ChangedPolicies
          failure={failure}
          before={base.pages}
          drafts={drafts}
          theirs={theirs.pages}
          onTake={put}
        />
      ) : (
        <DeedFailure failure={failure} />
      )}
      <div className="row">
        <button
          type="submit"
          className="button button-primary"
          disabled={off}
          aria-disabled={busy || undefined}
        >
          Save
        </button>
        <button
          type="button"
          className="button"
          disabled={off || drafts.length >= POLICY.pages}
          onClick={() => rearrange(withNew(drafts))}
        >
          Add a page
        </button>
      </div>
    </form>
  );
}

/** How the pages stand that somebody else has changed since. */
function currentIn(failure: StaffCallError | undefined): Standing | undefined {
  const current = failure?.status === 409 ? failure.answer.current : undefined;
  const { value, version } = (current ?? {}) as { value?: { pages: Policy[] }; version?: number };
  return value && version !== undefined ? { pages: value.pages, version } : undefined;
}
