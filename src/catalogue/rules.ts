/** The catalogue's rules for both sides: plain constants and pure functions, small enough for the browser. */
export const CATEGORIES = ["Men", "Women", "Unisex"] as const;
export const SUB_CATEGORIES = ["Topwear", "Bottomwear", "Winterwear"] as const;
export const SORTS = ["relevant", "low-high", "high-low"] as const;

export type Category = (typeof CATEGORIES)[number];
export type SubCategory = (typeof SUB_CATEGORIES)[number];
export type Sort = (typeof SORTS)[number];

/** How many each row shows (specification §2, §9). */
export const LATEST_SHOWN = 10;
export const BEST_SELLERS_SHOWN = 5;
export const TRENDING_SHOWN = 10;
export const RELATED_SHOWN = 5;
/** Announced drops on home and on the collection, the soonest ones. */
export const DROPS_SHOWN = 4;

/** Cards on one page of the collection. */
export const PAGE_SIZE = 24;
/** Products in one answer where no page is asked for. */
export const LIST_MAX = 1_000;
/** Most products one page of the API may hold. */
export const LIMIT_MAX = 100;
export const SEARCH_MAX = 100;
/** The value of `offer` in an address and a query that asks only for products with a former price. */
export const ON_OFFER = "1";
/** From this stock downwards, pages say how many are left. */
export const FEW = 3;

export const NO_TRENDING = "No trending products found";

/** KES as people read it: "Ksh 1,250" (specification §9). */
export function formatPrice(kes: number): string {
  return `Ksh ${kes.toLocaleString("en-KE")}`;
}

/** The search in an address, trimmed to at most SEARCH_MAX characters. */
export function readSearch(query: URLSearchParams): string {
  return (query.get("search") ?? "").replaceAll("\0", "").trim().slice(0, SEARCH_MAX);
}
