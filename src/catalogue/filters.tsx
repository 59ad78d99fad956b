import { type RefObject, useEffect, useEffectEvent } from "react";
import { t } from "../language/t.ts";
import { CATEGORIES, ON_OFFER, SUB_CATEGORIES } from "./rules.ts";
import { readSelection, type Selection, selectionPath } from "./selection.ts";

type FiltersProps = { selection: Selection; onChange: (wanted: Partial<Selection>) => void };

/** The boxes to tick: any within a group, and every group. */
export function Filters({ selection, onChange }: FiltersProps) {
  return (
    <>
      <fieldset className="filter">
        <legend>{t("Categories")}</legend>
        {CATEGORIES.map((each) => (
          <label key={each} className="tick">
            <input
              type="checkbox"
              name="category"
              value={each}
              checked={selection.category.includes(each)}
              onChange={(event) => onChange({ category: toggled(selection.category, each, event) })}
            />
            {t(each)}
          </label>
        ))}
      </fieldset>
      <fieldset className="filter">
        <legend>{t("Type")}</legend>
        {SUB_CATEGORIES.map((each) => (
          <label key={each} className="tick">
            <input
              type="checkbox"
              name="subCategory"
              value={each}
              checked={selection.subCategory.includes(each)}
              onChange={(event) => onChange({ subCategory: toggled(selection.subCategory, each, event) })}
            />
            {t(each)}
          </label>
        ))}
      </fieldset>
      <fieldset className="filter">
        <legend>{t("Price")}</legend>
        <label className="tick">
          <input
            type="checkbox"
            name="offer"
            value={ON_OFFER}
            checked={selection.offer}
            onChange={(event) => onChange({ offer: event.target.checked })}
          />
          {t("On offer")}
        </label>
      </fieldset>
    </>
  );
}

/** What was ticked or sorted in the form before hydration counts. */
export function useEarlyTicks(
  form: RefObject<HTMLFormElement | null>,
  selection: Selection,
  onChange: (wanted: Partial<Selection>) => void,
): void {
  const compare = useEffectEvent(() => {
    const entries = [...new FormData(form.current ?? undefined)];
    const seen = readSelection(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])));
    const { category, subCategory, offer, sort } = seen;
    if (selectionPath({ ...selection, category, subCategory, offer, sort }) !== selectionPath(selection))
      onChange({ category, subCategory, offer, sort });
  });
  useEffect(() => compare(), []);
}

function toggled<T>(ticked: T[], value: T, { target }: { target: { checked: boolean } }): T[] {
  const others = ticked.filter((each) => each !== value);
  return target.checked ? [...others, value] : others;
}
