import { CATEGORIES, SUB_CATEGORIES } from "./rules.ts";
import type { Selection } from "./selection.ts";

type FiltersProps = { selection: Selection; onChange: (wanted: Partial<Selection>) => void };

/** The boxes to tick: any within a group, and every group. */
export function Filters({ selection, onChange }: FiltersProps) {
  return (
    <>
      <fieldset className="filter">
        <legend>Categories</legend>
        {CATEGORIES.map((each) => (
          <label key={each} className="tick">
            <input
              type="checkbox"
              name="category"
              value={each}
              checked={selection.category.includes(each)}
              onChange={(event) => onChange({ category: toggled(selection.category, each, event) })}
            />
            {each}
          </label>
        ))}
      </fieldset>
      <fieldset className="filter">
        <legend>Type</legend>
        {SUB_CATEGORIES.map((each) => (
          <label key={each} className="tick">
            <input
              type="checkbox"
              name="subCategory"
              value={each}
              checked={selection.subCategory.includes(each)}
              onChange={(event) => onChange({ subCategory: toggled(selection.subCategory, each, event) })}
            />
            {each}
          </label>
        ))}
      </fieldset>
    </>
  );
}

function toggled<T>(ticked: T[], value: T, { target }: { target: { checked: boolean } }): T[] {
  const others = ticked.filter((each) => each !== value);
  return target.checked ? [...others, value] : others;
}
