import { Fragment, useState } from "react";
import { useRevalidator } from "react-router";
import { ComingDrops } from "../back-in-stock/coming-drops.tsx";
import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import { dataAddress } from "../platform/internals/data-request.ts";
import { shop } from "../shop.ts";
import type { LoaderArgs } from "../site/document/load-context.ts";
import { pageMeta } from "../site/document/page-meta.ts";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/collection-page";
import { CollectionBar, FilterForm, FilterSheet, useSelection } from "./filters.tsx";
import { failedListing, isWide, loadListing } from "./listing.ts";
import { ProductList } from "./product-card.tsx";
import {
  canonicalPath,
  countFilters,
  pagesOf,
  readSelection,
  type Selection,
  selectionPath,
} from "./selection.ts";

export function loader({ context, url }: LoaderArgs<Route.LoaderArgs>) {
  return loadListing(context, readSelection(url.searchParams));
}

export function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error) => failedListing(error, request.signal));
}

export function meta({ matches, location, loaderData }: Route.MetaArgs) {
  const selection = readSelection(new URLSearchParams(location.search));
  const { page, total } = loaderData ?? { page: 1, total: 0 };
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

/** The ticked kinds, in words; empty when none is ticked. */
function kindsOf({ category, subCategory, offer }: Selection): string {
  return [...category, ...subCategory, ...(offer ? (["On offer"] as const) : [])]
    .map((kind) => t(kind))
    .join(", ");
}

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { selection, wanted, change } = useSelection();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { products, total, page, failed, coming, nearest = [] } = loaderData;
  const found = failed ? "" : total === 1 ? t("1 product") : t("{total} products", { total });
  const clear = () => change({ category: [], subCategory: [], offer: false });
  const choice = { wanted, ticked: countFilters(wanted), change, clear };
  return (
    <div className="page collection">
      <h1 className="collection-title">{kindsOf(selection) || t("All collections")}</h1>
      <CollectionBar {...choice} found={found} onFilters={() => setSheetOpen(true)} />
      <FilterForm {...choice} selection={selection} sheetOpen={sheetOpen} />
      <div className="collection-results">
        <ComingDrops
          className="drops-ahead"
          drops={isWide(selection) ? coming : undefined}
          data={dataAddress(selectionPath(selection), "catalogue/collection-page")}
        />
        <section aria-label={t("Products")}>
          {total > 0 && <ProductList products={products} eager={4} lead />}
          {failed && <Failed />}
          {total === 0 && !failed && (
            <Nothing search={selection.search} filtered={countFilters(selection) > 0} nearest={nearest} />
          )}
        </section>
        <Pages selection={selection} page={page} total={total} />
      </div>
      {sheetOpen && (
        <FilterSheet {...choice} found={found || t("Products")} onClose={() => setSheetOpen(false)} />
      )}
    </div>
  );
}

/** A toast says why; filters and address stay, and a button tries again. */
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

/** A word as a link to its search in the whole catalogue, with a comma before all but the first. */
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

/** Links to the pages of the collection; nothing when there is only one. */
function Pages({ selection, page, total }: { selection: Selection; page: number; total: number }) {
  const last = pagesOf(total);
  if (last === 1) return null;
  const to = (wanted: number) => selectionPath({ ...selection, page: wanted });
  return (
    <nav className="pages" aria-label={t("Pages")}>
      {page > 1 && (
        <Link className="button button-quiet" to={to(page - 1)} rel="prev">
          {t("Previous")}
        </Link>
      )}
      <ul className="pages-list">
        {around(page, last).map((each) => (
          <li key={each}>
            <Link
              to={to(each)}
              className="pages-link"
              aria-label={t("Page {each}", { each })}
              aria-current={each === page ? "page" : undefined}
            >
              {each}
            </Link>
          </li>
        ))}
      </ul>
      {page < last && (
        <Link className="button button-quiet" to={to(page + 1)} rel="next">
          {t("Next")}
        </Link>
      )}
    </nav>
  );
}

/** The first, the last and those near the page; a gap shows as a jump in the numbers. */
function around(page: number, last: number): number[] {
  const near = [page - 1, page, page + 1].filter((each) => each > 1 && each < last);
  return [1, ...near, last];
}
