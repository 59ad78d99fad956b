import { Fragment, startTransition, useOptimistic, useRef, useState } from "react";
import { useNavigate, useNavigation, useRevalidator, useSearchParams } from "react-router";
import { ComingDrops } from "../back-in-stock/coming-drops.tsx";
import { Rich } from "../language/rich.tsx";
import { type Sentence, t } from "../language/t.ts";
import { dataAddress } from "../platform/internals/data-request.ts";
import { shop } from "../shop.ts";
import type { LoaderArgs } from "../site/document/load-context.ts";
import { pageMeta } from "../site/document/page-meta.ts";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { Opener } from "../ui/opener.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import type { Route } from "./+types/collection-page";
import { Filters, useEarlyTicks } from "./filters.tsx";
import { isWide, type Listing, loadListing, shownOf } from "./listing.ts";
import { Pages } from "./pages.tsx";
import { ProductList } from "./product-card.tsx";
import { SORTS, type Sort } from "./rules.ts";
import { canonicalPath, countFilters, readSelection, type Selection, selectionPath } from "./selection.ts";
import { freshWhole, sayFailure, soonest, useWhole, wholeHere } from "./whole-catalogue.ts";

export function loader({ context, url }: LoaderArgs<Route.LoaderArgs>) {
  return loadListing(context, readSelection(url.searchParams));
}

export function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Listing | Promise<Listing> {
  return freshWhole() ?? soonest(serverLoader()).catch((error) => sayFailure(error, request.signal));
}

/** With the whole catalogue here, filters, sorting, search and pages ask nothing of the server. */
export function shouldRevalidate() {
  return !wholeHere();
}

export function meta({ matches, location, loaderData }: Route.MetaArgs) {
  const selection = readSelection(new URLSearchParams(location.search));
  const { page, total } = loaderData ? shownOf(wholeHere() ?? loaderData, selection) : { page: 1, total: 0 };
  const kinds = kindsOf(selection);
  const title = selection.search
    ? t("Search: {search}", { search: selection.search })
    : kinds || t("All collections");
  return pageMeta(matches, {
    title: page > 1 ? t("{title}, page {page}", { title, page }) : title,
    description: t("{kinds} by {name}, in Ksh, delivered across Kenya. Filter by kind, sort by price.", {
      kinds: kinds || t("Topwear, bottomwear and winter wear for men, women and everyone"),
      name: shop.name,
    }),
    path: total > 0 ? canonicalPath({ ...selection, page }) : undefined,
  });
}

/** The kinds that are ticked, in words; empty when none is. */
function kindsOf({ category, subCategory, offer }: Selection): string {
  return [...category, ...subCategory, ...(offer ? (["On offer"] as const) : [])]
    .map((kind) => t(kind))
    .join(", ");
}

const SORT_NAMES = {
  relevant: "Relevant",
  "low-high": "Low-high",
  "high-low": "High-low",
} as const satisfies Record<Sort, Sentence>;

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { selection, wanted, change } = useWanted();
  const [sheetOpen, setSheetOpen] = useState(false);
  const [listing, forget] = useWhole(loaderData);
  // what is here is shown at once as well, without waiting for the address
  const shown = listing.whole ? wanted : selection;
  const { products, total, page, nearest = [] } = shownOf(listing, shown);
  const found = listing.failed ? "" : total === 1 ? t("1 product") : t("{total} products", { total });
  const clear = () => change({ category: [], subCategory: [], offer: false });
  const choice = { wanted, ticked: countFilters(wanted), change, clear };
  return (
    <div className="page collection">
      <h1 className="collection-title">{kindsOf(shown) || t("All collections")}</h1>
      <CollectionBar {...choice} found={found} onFilters={() => setSheetOpen(true)} />
      <FilterForm {...choice} selection={selection} sheetOpen={sheetOpen} />
      <div className="collection-results">
        <ComingDrops
          className="drops-ahead"
          drops={isWide(shown) ? listing.coming : undefined}
          data={dataAddress(selectionPath(selection), "catalogue/collection-page")}
          onOpen={forget}
        />
        <section aria-label={t("Products")}>
          {total > 0 && <ProductList products={products} eager={4} lead />}
          {listing.failed && <Failed />}
          {total === 0 && !listing.failed && (
            <Nothing search={shown.search} filtered={countFilters(shown) > 0} nearest={nearest} />
          )}
        </section>
        <Pages selection={shown} page={page} total={total} />
      </div>
      {sheetOpen && (
        <FilterSheet {...choice} found={found || t("Products")} onClose={() => setSheetOpen(false)} />
      )}
    </div>
  );
}

/** What the address selects, what was tapped, and what changes a part of it. */
function useWanted() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const selection = readSelection(query);
  const next = useNavigation().location;
  const asked =
    next?.pathname === "/collection" ? readSelection(new URLSearchParams(next.search)) : selection;
  // what was tapped shows at once and stands until the address has caught up, so that no quick tap is lost
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

/** How many there are, the filters' opener on a phone, and the order. */
function CollectionBar({
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

/** The boxes beside the goods; a plain form before there are scripts. */
function FilterForm({ selection, wanted, ticked, change, clear, sheetOpen }: FilterFormProps) {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  useEarlyTicks(form, selection, change);
  return (
    <form ref={form} id="filters" className="filters" action="/collection" aria-label={t("Filters")}>
      {/* while the sheet is open the boxes are in it */}
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

/** The boxes on a phone, over the goods. */
function FilterSheet({
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

/** Why is a toast; the filters and the address stay, and another try is one tap. */
function Failed() {
  const { revalidate, state } = useRevalidator();
  const busy = state === "loading";
  return (
    <Notice
      kind="error"
      title={t("We couldn't load these products")}
      action={
        <button
          type="button"
          className="button"
          aria-disabled={busy}
          onClick={() => void (busy || revalidate())}
        >
          {busy ? t("Loading…") : t("Try again")}
        </button>
      }
    >
      <p>{t("Your filters and your cart are as they were.")}</p>
    </Notice>
  );
}

type NothingProps = { search: string; filtered: boolean; nearest: string[] };

function Nothing({ search, filtered, nearest }: NothingProps) {
  return (
    <Notice
      kind="empty"
      title={whyNothing(search, filtered)}
      action={
        <Link to="/collection" className="button button-primary">
          {t("Clear filters and search")}
        </Link>
      }
    >
      {nearest.length > 0 ? (
        <p>
          <Rich sentence="Did you mean {words}?" words={nearest.map(searchLink)} />
        </p>
      ) : (
        <p>{t("Try a shorter word or fewer filters.")}</p>
      )}
    </Notice>
  );
}

/** The word, after a comma where it is not the first, leads to what it finds in the whole catalogue. */
function searchLink(word: string, at: number) {
  return (
    <Fragment key={word}>
      {at > 0 && ", "}
      <Link to={selectionPath({ ...readSelection(new URLSearchParams()), search: word })}>{word}</Link>
    </Fragment>
  );
}

function whyNothing(search: string, filtered: boolean): string {
  if (!search) return t("Nothing matches these filters");
  return filtered
    ? t("No product name contains “{search}” with these filters", { search })
    : t("No product name contains “{search}”", { search });
}

function readSort(value: string): Sort {
  return SORTS.find((sort) => sort === value) ?? "relevant";
}
