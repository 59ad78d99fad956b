import { type RefObject, startTransition, useEffect, useEffectEvent, useOptimistic, useRef } from "react";
import { useNavigate, useNavigation, useSearchParams } from "react-router";
import { type PlainSentence, type Sentence, t } from "../language/t.ts";
import { Icon } from "../ui/icons.tsx";
import { Opener } from "../ui/opener.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import {
  CATEGORIES,
  type Category,
  ON_OFFER,
  SORTS,
  type Sort,
  SUB_CATEGORIES,
  type SubCategory,
} from "./rules.ts";
import { readSelection, type Selection, selectionPath } from "./selection.ts";

// What a shopper chooses in the collection: filters, order, and the address that contains them.

/** The selection in the address, the one that was tapped last, and a function that changes a part of it. */
export function useSelection() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const selection = readSelection(query);
  const next = useNavigation().location;
  const asked =
    next?.pathname === "/collection" ? readSelection(new URLSearchParams(next.search)) : selection;
  // a tap is shown immediately and stays until the address has caught up, so that no quick tap is lost
  const [wanted, setWanted] = useOptimistic(asked);
  const change = (part: Partial<Selection>) =>
    startTransition(async () => {
      const next = { ...wanted, ...part, page: 1 };
      setWanted(next);
      await navigate(selectionPath(next), { preventScrollReset: true });
    });
  return { selection, wanted, change };
}

type Choice = {
  wanted: Selection;
  /** How many boxes are ticked. */
  ticked: number;
  change: (part: Partial<Selection>) => void;
  clear: () => void;
};

const SORT_NAMES = {
  relevant: "Relevant",
  "low-high": "Low-high",
  "high-low": "High-low",
} as const satisfies Record<Sort, Sentence>;

/** The number of products, the button that opens the filters on a phone, and the order. */
export function CollectionBar({
  wanted,
  ticked,
  change,
  found,
  onFilters,
}: Choice & { found: string; onFilters: () => void }) {
  return (
    <div className="collection-bar">
      <p role="status" className="collection-count">
        {found}
      </p>
      <Opener href="#filters" className="button button-quiet only-narrow" onOpen={onFilters}>
        <Icon name="filter" size={20} />
        {t("Filters")}
        {ticked > 0 && ` (${ticked})`}
      </Opener>
      <label className="sort">
        <span>{t("Sort by")}</span>
        <select
          className="input"
          name="sort"
          form="filters"
          value={wanted.sort}
          onChange={(event) => change({ sort: readSort(event.target.value) })}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(SORT_NAMES[sort])}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

type FilterFormProps = Choice & { selection: Selection; sheetOpen: boolean };

/** The filters beside the products; a plain form before hydration. */
export function FilterForm({ selection, wanted, ticked, change, clear, sheetOpen }: FilterFormProps) {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  useEarlyTicks(form, selection, change);
  return (
    <form ref={form} id="filters" className="filters" action="/collection" aria-label={t("Filters")}>
      {/* while the sheet is open it contains the filters */}
      {!sheetOpen && <Filters selection={wanted} onChange={change} />}
      {wanted.search && <input type="hidden" name="search" value={wanted.search} />}
      {!hydrated && (
        <button type="submit" className="button button-primary">
          {t("Apply")}
        </button>
      )}
      {ticked > 0 && hydrated && (
        <button type="button" className="link-button" onClick={clear}>
          {t("Clear filters")}
        </button>
      )}
    </form>
  );
}

/** The filters on a phone, over the products. */
export function FilterSheet({
  wanted,
  ticked,
  change,
  clear,
  found,
  onClose,
}: Choice & { found: string; onClose: () => void }) {
  return (
    <Sheet
      title={t("Filters")}
      onClose={onClose}
      foot={
        <div className="row">
          <button type="button" className="button button-primary grow" onClick={onClose}>
            {t("Show {found}", { found })}
          </button>
          <button type="button" className="button button-quiet" onClick={clear} disabled={ticked === 0}>
            {t("Clear")}
          </button>
        </div>
      }
    >
      <Filters selection={wanted} onChange={change} />
    </Sheet>
  );
}

type FiltersProps = { selection: Selection; onChange: (wanted: Partial<Selection>) => void };

/** The filters: any of a group match, and every group must. */
function Filters({ selection, onChange }: FiltersProps) {
  return (
    <>
      <Boxes
        name="category"
        legend="Categories"
        all={CATEGORIES}
        ticked={selection.category}
        onChange={(category) => onChange({ category })}
      />
      <Boxes
        name="subCategory"
        legend="Type"
        all={SUB_CATEGORIES}
        ticked={selection.subCategory}
        onChange={(subCategory) => onChange({ subCategory })}
      />
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

type BoxesProps<Kind> = {
  name: string;
  legend: PlainSentence;
  all: readonly Kind[];
  ticked: Kind[];
  onChange: (ticked: Kind[]) => void;
};

/** A group of boxes, of which any are ticked. */
function Boxes<Kind extends Category | SubCategory>({
  name,
  legend,
  all,
  ticked,
  onChange,
}: BoxesProps<Kind>) {
  return (
    <fieldset className="filter">
      <legend>{t(legend)}</legend>
      {all.map((each) => (
        <label key={each} className="tick">
          <input
            type="checkbox"
            name={name}
            value={each}
            checked={ticked.includes(each)}
            onChange={({ target }) => {
              const others = ticked.filter((other) => other !== each);
              onChange(target.checked ? [...others, each] : others);
            }}
          />
          {t<Category | SubCategory>(each)}
        </label>
      ))}
    </fieldset>
  );
}

/** Applies what was ticked or sorted in the form before hydration. */
function useEarlyTicks(
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

function readSort(value: string): Sort {
  return SORTS.find((sort) => sort === value) ?? "relevant";
}
