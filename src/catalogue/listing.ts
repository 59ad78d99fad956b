import { FAILED, fetchFrom, messageOf } from "../platform/browser/call.ts";
import type { LoaderContext } from "../site/document/load-context.ts";
import { toast } from "../ui/toast.ts";
import type { listProducts } from "./contract.ts";
import type { Announced } from "./drops/announced.server.ts";
import { DROPS_SHOWN, ON_OFFER, PAGE_SIZE } from "./rules.ts";
import { type Listed, pagesOf, type Selection, selectionPath, toListed } from "./selection.ts";

/** A page of the collection. */
export type Listing = {
  products: Listed[];
  /** How many match in total. */
  total: number;
  /** The page that is shown: for an address past the end the last one. */
  page: number;
  /** Where a search finds nothing: the catalogue's words nearest to it, if any. */
  nearest?: string[];
  /** Announced drops; missing where there are none, or where filters are set, as a drop's kind is not announced. */
  coming?: Announced[];
  /** The products could not be loaded, in the browser. */
  failed?: true;
};

type Context = Pick<LoaderContext, "store">;

/** The requested page, or the last where it is past the end. */
export async function loadListing(context: Context, selection: Selection): Promise<Listing> {
  const [found, coming] = await Promise.all([
    loadPage(context, selection),
    isWide(selection) ? context.store.announcedNext(DROPS_SHOWN) : [],
  ]);
  const last = pagesOf(found.total);
  const shown = found.page > last ? await loadPage(context, { ...selection, page: last }) : found;
  return { ...shown, ...(coming.length > 0 && { coming }) };
}

/** Whether nothing is selected except perhaps the order: only then drops are shown. */
export function isWide(selection: Selection): boolean {
  return selectionPath({ ...selection, sort: "relevant" }) === "/collection";
}

async function loadPage(
  { store }: Context,
  { category, subCategory, offer, search, sort, page }: Selection,
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
  const nearest = search && total === 0 ? await store.nearestWords(search) : undefined;
  return { products: products.map(toListed), total, page, ...(nearest && { nearest }) };
}

/**
 * In the browser, shows why a listing could not be loaded, with the message of the product list's own call (specification §8),
 * and returns an empty one in its place.
 * @throws the error itself where the shopper has left, or the worker has only the document's copy (decision 18)
 */
export async function failedListing(error: unknown, signal: AbortSignal): Promise<Listing> {
  if (signal.aborted || error instanceof Response) throw error;
  const asked = fetchFrom<typeof listProducts>("/api/product/list", new URLSearchParams({ limit: "1" }));
  toast("error", await asked.then(() => FAILED, messageOf), { once: true });
  return { products: [], total: 0, page: 1, failed: true };
}
