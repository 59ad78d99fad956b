import type { LoaderContext } from "../site/document/load-context.ts";
import type { Announced } from "./announced.server.ts";
import { nearestWords, wordsOf } from "./nearest-words.ts";
import { DROPS_SHOWN, ON_OFFER, PAGE_SIZE, WHOLE_CATALOGUE } from "./rules.ts";
import {
  type Listed,
  pageOf,
  pagesOf,
  type Selection,
  select,
  selectionPath,
  toListed,
} from "./selection.ts";

/** What the collection page holds: every product, or the one page that was asked for. */
export type Listing = {
  /** True when `products` is the whole catalogue, so that nothing more need be asked. */
  whole: boolean;
  /** True when the catalogue is small enough for the browser to hold the whole of it. */
  small: boolean;
  products: Listed[];
  /** How many match: with the whole catalogue, how many there are. */
  total: number;
  page: number;
  /** Drops that are announced; missing where there are none, and where something is chosen: their kind is not told. */
  coming?: Announced[];
  /** The products could not be had, in the browser. */
  failed?: true;
  /** Where a search finds nothing: the catalogue's words nearest to it, if there are any. */
  nearest?: string[];
};

type Shown = Pick<Listing, "products" | "total" | "page" | "nearest">;

/** The collection without a choice: where a small catalogue comes whole. */
export const WHOLE_PATH = "/collection";

/** The page asked for, one past the end counting as the last; where nothing is chosen, the whole of a small catalogue. */
export async function loadListing(context: Context, selection: Selection): Promise<Listing> {
  const [listing, coming] = await Promise.all([
    loadProducts(context, selection),
    isWide(selection) ? context.store.announcedNext(DROPS_SHOWN) : [],
  ]);
  return { ...listing, ...(coming.length > 0 && { coming }) };
}

/** Whether nothing is chosen but, perhaps, the order: where drops are told of. */
export function isWide(selection: Selection): boolean {
  return selectionPath({ ...selection, sort: "relevant" }) === WHOLE_PATH;
}

async function loadProducts(context: Context, selection: Selection): Promise<Listing> {
  const { store } = context;
  const { total: all } = await store.products({ limit: 1 });
  const small = all <= WHOLE_CATALOGUE;
  if (small && selectionPath(selection) === WHOLE_PATH) {
    const { products, total } = await store.products({});
    return { whole: true, small, products: products.map(toListed), total, page: 1 };
  }
  const asked = await loadPage(context, selection, selection.page);
  const last = pagesOf(asked.total);
  const shown = selection.page > last ? await loadPage(context, selection, last) : asked;
  return { whole: false, small, ...shown };
}

/** What is on screen: worked out here from the whole catalogue, or as the server answered. */
export function shownOf(listing: Listing, selection: Selection): Shown {
  if (!listing.whole) return listing;
  const found = select(listing.products, selection);
  const { shown, page } = pageOf(found, selection.page);
  const { search } = selection;
  const isLost = search !== "" && found.length === 0;
  const nearest = isLost && nearestWords(search, wordsOf(listing.products.map(({ name }) => name)));
  return { products: shown, total: found.length, page, ...(nearest && { nearest }) };
}

type Context = Pick<LoaderContext, "store">;

async function loadPage(
  { store }: Context,
  { category, subCategory, offer, search, sort }: Selection,
  page: number,
): Promise<Shown> {
  const { products, total } = await store.products({
    ...(category.length > 0 && { category }),
    ...(subCategory.length > 0 && { subCategory }),
    ...(offer && { offer: ON_OFFER }),
    ...(search && { search }),
    sort,
    page,
    limit: PAGE_SIZE,
  });
  const nearest = search && total === 0 ? await store.nearestWords(search) : undefined;
  return { products: products.map(toListed), total, page, ...(nearest && { nearest }) };
}
