import { useLoaderData } from "react-router";
import { POLICY, type Policy, policyPath } from "../../policies/rules.ts";
import { ActionButton, ActionFailure, type Failed } from "../app/action.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useVersionedForm } from "../app/forms/use-versioned-form.ts";
import { type LoaderArgs, readStaff, titled, useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { EditPolicy } from "./edit-policy.tsx";
import {
  changedPages,
  type Draft,
  draftsOf,
  merged,
  moved,
  pageAt,
  pagesOf,
  sayChange,
  withNew,
} from "./policy-edits.ts";
import { SAVED, SettingFrame } from "./setting-frame.tsx";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.showSetting>(args, "/api/staff/settings/policies");
}

export const meta = titled("Policies");

/** The pages about delivery, returns and the like: what they say, in which order, and what they said before. */
export default function PoliciesPage() {
  const { setting, history } = useLoaderData<typeof loader>();
  const mayEdit = useMay()("settings.edit");
  return (
    <SettingFrame heading="Policies" setting={setting} history={history} sayChange={sayChange}>
      {(say) =>
        mayEdit ? (
          <EditPolicies setting={setting} say={say} />
        ) : (
          <ul className="plain-list">
            {(setting.value.pages as unknown as Policy[]).map(({ slug, title }) => (
              <li key={slug}>
                <a href={policyPath(slug)}>{title}</a>
              </li>
            ))}
          </ul>
        )
      }
    </SettingFrame>
  );
}

type Shown = Pick<contract.Setting, "value" | "version">;
type Props = { setting: Shown; say: (words: string) => void };

/** All pages in their order; nothing is saved before Save. What a colleague changed meanwhile stays, but for the pages changed here. */
function EditPolicies({ setting, say }: Props) {
  const { base, typed, theirs, busy, failure, faults, forget, put, save } = useVersionedForm({
    shown: setting,
    read,
    merge: merged,
    say,
    saved: SAVED,
  });
  /** Another order or number of pages: what was said of the third page is another's then. */
  const rearrange = (change: (drafts: Draft[]) => Draft[]) => {
    forget();
    put(change);
  };
  const submit = () =>
    save<typeof contract.saveSetting>(
      ({ typed: drafts, version }) => ({
        path: "/api/staff/settings/policies",
        body: { value: { pages: pagesOf(drafts) }, version },
      }),
      (answer) => answer.setting,
    );
  return (
    <StaffForm onSubmit={submit}>
      <ol className="stack policy-list">
        {typed.map((draft, at) => (
          <EditPolicy
            key={draft.key}
            draft={draft}
            at={at}
            count={typed.length}
            faults={{
              title: faults[`pages.${at}.title`],
              slug: faults[`pages.${at}.slug`],
              text: faults[`pages.${at}.text`],
            }}
            onChange={(next) => put((drafts) => drafts.map((each, place) => (place === at ? next : each)))}
            onMove={(to) => rearrange((drafts) => moved(drafts, at, to))}
            onRemove={() => rearrange((drafts) => drafts.filter((_, place) => place !== at))}
          />
        ))}
      </ol>
      {typed.length === 0 && <p>No page: the shop leads to none.</p>}
      {faults.pages && <p className="field-fault">{faults.pages}</p>}
      {theirs ? (
        <ChangedPolicies
          failure={failure}
          before={base}
          drafts={typed}
          theirs={theirs}
          onTake={(drafts) => put(() => drafts)}
        />
      ) : (
        <ActionFailure failure={failure} />
      )}
      <div className="row">
        <ActionButton type="submit" className="button button-primary" busy={busy}>
          Save
        </ActionButton>
        <ActionButton off={typed.length >= POLICY.pages} onClick={() => rearrange(withNew)}>
          Add a page
        </ActionButton>
      </div>
    </StaffForm>
  );
}

function read({ value, version }: Shown) {
  return { typed: draftsOf(value.pages as Policy[]), version };
}

type ChangedPoliciesProps = Failed & {
  /** As the form was opened, as it is filled in, and as the pages stand now. */
  before: readonly Policy[];
  drafts: readonly Draft[];
  theirs: readonly Policy[];
  onTake: (drafts: Draft[]) => void;
};

/** A colleague was quicker: how each page that they changed reads now. All that was typed is still there, and Save saves it. */
function ChangedPolicies({ failure, before, drafts, theirs, onTake }: ChangedPoliciesProps) {
  return (
    <ActionFailure failure={failure} then="Save saves that, and leaves the other pages as they are now.">
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
    </ActionFailure>
  );
}

function taken(drafts: readonly Draft[], slug: string, now: Policy | undefined): Draft[] {
  return drafts.flatMap((draft) => {
    if (draft.key !== slug) return [draft];
    return now ? [{ ...now, key: slug }] : [];
  });
}
