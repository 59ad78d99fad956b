import type { AppLoadContext } from "react-router";
import { ON_OFFER, PAGE_SIZE, WHOLE_CATALOGUE } from "./rules.ts";
import { type Listed, pageOf, pagesOf, type Selection, select, toListed } from "./selection.ts";

/** What the collection page holds: every product, or the one page that was asked for. */
export type Listing = {
  /** True when `products` is the whole catalogue, so that nothing more need be asked. */
  whole: boolean;
  products: Listed[];
  /** How many match: with the whole catalogue, how many there are. */
  total: number;
  page: number;
};

/** The whole catalogue when it is small enough to send, otherwise the page asked for. */
export async function loadListing(store: AppLoadContext["store"], selection: Selection): Promise<Listing> {
  const { total: all } = await store.products({ limit: 1 });
  if (all <= WHOLE_CATALOGUE) {
    const { products, total } = await store.products({});
    return { whole: true, products: products.map(toListed), total, page: 1 };
  }
  const asked = await loadPage(store, selection, selection.page);
  const last = pagesOf(asked.total);
  return selection.page <= last ? asked : loadPage(store, selection, last);
}

/** What is on screen: worked out here from the whole catalogue, or as the server answered. */
export function shownOf(listing: Listing, selection: Selection): Omit<Listing, "whole"> {
  if (!listing.whole) return listing;
  const found = select(listing.products, selection);
  const { shown, page } = pageOf(found, selection.page);
  return { products: shown, total: found.length, page };
}

async function loadPage(
  store: AppLoadContext["store"],
  { category, subCategory, offer, search, sort }: Selection,
  page: number,
): Promise<Listing> {
  const { products, total } = await store.products({
    ...(category.length > 0 && { category }),
    ...(subCategory.length > 0 && { subCategory }),
    ...(offer && { offer: ON_OFFER }),
    ...(search && { search }),
    sort,
    page,
    limit: PAGE_SIZE,
  });
  return { whole: false, products: products.map(toListed), total, page };
}
