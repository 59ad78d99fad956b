import { startTransition, useEffect, useOptimistic, useRef, useState } from "react";
import { Link, useNavigate, useNavigation, useSearchParams } from "react-router";
import { shop } from "../shop.ts";
import { pageMeta } from "../site/document/page-meta.ts";
import { Icon } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";
import { Opener } from "../ui/opener.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import type { Route } from "./+types/collection-page";
import { Filters, useEarlyTicks } from "./filters.tsx";
import { type Listing, loadListing, shownOf } from "./listing.ts";
import { Pages } from "./pages.tsx";
import { ProductList } from "./product-card.tsx";
import { SORTS, type Sort } from "./rules.ts";
import { canonicalPath, countFilters, readSelection, type Selection, selectionPath } from "./selection.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadListing(context.store, readSelection(new URL(request.url).searchParams));
}

/** Milliseconds for which a catalogue already here is fresh enough to come back to. */
const FRESH = 60_000;
let kept: { listing: Listing; at: number } | undefined;

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Listing | Promise<Listing> {
  if (kept && Date.now() - kept.at < FRESH) return kept.listing;
  return serverLoader();
}

/** What came with the page, in its HTML or later, is what the next selections are made of. */
function useKept(listing: Listing) {
  useEffect(() => {
    if (listing !== kept?.listing) kept = listing.whole ? { listing, at: Date.now() } : undefined;
  }, [listing]);
}

/** With the whole catalogue here, filters, sorting, search and pages ask nothing of the server. */
export function shouldRevalidate() {
  return !kept;
}

export function meta({ matches, location, loaderData }: Route.MetaArgs) {
  const selection = readSelection(new URLSearchParams(location.search));
  const { page, total } = loaderData ? shownOf(loaderData, selection) : { page: 1, total: 0 };
  const kinds = kindsOf(selection);
  const title = selection.search ? `Search: ${selection.search}` : kinds || EVERYTHING;
  return pageMeta(matches, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: `${kinds || "Topwear, bottomwear and winter wear for men, women and everyone"} by ${shop.name}, in Ksh, delivered across Kenya. Filter by kind, sort by price.`,
    path: total > 0 ? canonicalPath({ ...selection, page }) : undefined,
  });
}

const EVERYTHING = "All collections";

/** The kinds that are ticked, in words; empty when none is. */
function kindsOf({ category, subCategory, offer }: Selection): string {
  return [...category, ...subCategory, ...(offer ? ["On offer"] : [])].join(", ");
}

const SORT_NAMES: Record<Sort, string> = {
  relevant: "Relevant",
  "low-high": "Low-high",
  "high-low": "High-low",
};

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [sheetOpen, setSheetOpen] = useState(false);
  const selection = readSelection(query);
  const next = useNavigation().location;
  const asked =
    next?.pathname === "/collection" ? readSelection(new URLSearchParams(next.search)) : selection;
  // what was tapped shows at once and stands until the address has caught up, so that no quick tap is lost
  const [wanted, setWanted] = useOptimistic(asked);
  useKept(loaderData);
  // what is here is shown at once as well, without waiting for the address
  const shown = loaderData.whole ? wanted : selection;
  const { products, total, page } = shownOf(loaderData, shown);
  const ticked = countFilters(wanted);
  const found = `${total} ${total === 1 ? "product" : "products"}`;

  const change = (part: Partial<Selection>) =>
    startTransition(async () => {
      const next = { ...wanted, ...part, page: 1 };
      setWanted(next);
      await navigate(selectionPath(next), { preventScrollReset: true });
    });
  const form = useRef<HTMLFormElement>(null);
  useEarlyTicks(form, selection, change);
  const clear = () => change({ category: [], subCategory: [], offer: false });

  return (
    <div className="page collection">
      <h1 className="collection-title">{kindsOf(shown) || EVERYTHING}</h1>
      <div className="collection-bar">
        <p role="status" className="collection-count">
          {found}
        </p>
        <Opener href="#filters" className="button button-quiet only-narrow" onOpen={() => setSheetOpen(true)}>
          <Icon name="filter" size={20} />
          Filters{ticked > 0 && ` (${ticked})`}
        </Opener>
        <label className="sort">
          <span>Sort by</span>
          <select
            className="input"
            name="sort"
            form="filters"
            value={wanted.sort}
            onChange={(event) => change({ sort: readSort(event.target.value) })}
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_NAMES[sort]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <form ref={form} id="filters" className="filters" action="/collection" aria-label="Filters">
        {/* while the sheet is open the boxes are in it */}
        {!sheetOpen && <Filters selection={wanted} onChange={change} />}
        {wanted.search && <input type="hidden" name="search" value={wanted.search} />}
        {!hydrated && (
          <button type="submit" className="button button-primary">
            Apply
          </button>
        )}
        {ticked > 0 && hydrated && (
          <button type="button" className="link-button" onClick={clear}>
            Clear filters
          </button>
        )}
      </form>
      <div className="collection-results">
        <section aria-label="Products">
          {total > 0 ? (
            <ProductList products={products} eager={4} lead />
          ) : (
            <Nothing search={shown.search} filtered={countFilters(shown) > 0} />
          )}
        </section>
        <Pages selection={shown} page={page} total={total} />
      </div>
      {sheetOpen && (
        <Sheet
          title="Filters"
          onClose={() => setSheetOpen(false)}
          foot={
            <div className="row">
              <button
                type="button"
                className="button button-primary grow"
                onClick={() => setSheetOpen(false)}
              >
                Show {found}
              </button>
              <button type="button" className="button button-quiet" onClick={clear} disabled={ticked === 0}>
                Clear
              </button>
            </div>
          }
        >
          <Filters selection={wanted} onChange={change} />
        </Sheet>
      )}
    </div>
  );
}

function Nothing({ search, filtered }: { search: string; filtered: boolean }) {
  const reason = search ? `No product name contains “${search}”` : "Nothing matches these filters";
  return (
    <Notice
      kind="empty"
      title={search && filtered ? `${reason} with these filters` : reason}
      action={
        <Link to="/collection" className="button button-primary">
          Clear filters and search
        </Link>
      }
    >
      <p>Try a shorter word, or tick fewer boxes.</p>
    </Notice>
  );
}

function readSort(value: string): Sort {
  return SORTS.find((sort) => sort === value) ?? "relevant";
}
