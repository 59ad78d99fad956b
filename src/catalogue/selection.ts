import { foldText } from "../platform/fold-text.ts";
import type { Product } from "./contract.ts";
import {
  CATEGORIES,
  type Category,
  FEW,
  ON_OFFER,
  PAGE_SIZE,
  readSearch,
  SORTS,
  type Sort,
  SUB_CATEGORIES,
  type SubCategory,
} from "./rules.ts";

// What a shopper sees of the collection, worked out alike on the server and in the browser.

/**
 * As much of a product as a card shows and a filter asks; `image` is the first one, `alt` what it shows. Prices in whole
 * KES. Marks that few have are left out of the others: a list holds hundreds.
 */
export type Listed = Pick<
  Product,
  "_id" | "name" | "price" | "formerPrice" | "category" | "subCategory" | "colour"
> & {
  image: string;
  bestseller?: true;
  alt?: string;
  soldOut?: true;
};

/** What the address asks for. Empty lists and an empty search let everything through; pages count from 1. */
export type Selection = {
  category: Category[];
  subCategory: SubCategory[];
  /** Only goods with a former price. */
  offer: boolean;
  search: string;
  sort: Sort;
  page: number;
};

const PAGE_MAX = 100_000;

export function toListed(product: Product): Listed {
  const { _id, name, price, formerPrice, category, subCategory, colour, bestseller } = product;
  const soldOut = product.sizes.every((size) => !product.stock[size]);
  const image = product.image[0] ?? "";
  const alt = product.alts?.[0];
  return {
    _id,
    name,
    price,
    formerPrice,
    category,
    subCategory,
    colour,
    image,
    ...(bestseller && { bestseller }),
    ...(alt && { alt }),
    ...(soldOut && { soldOut }),
  };
}

/** A product as its page shows it: with no more of a plentiful stock than that it is plentiful, so that a sale changes nothing. */
export function toShown(product: Product): Product {
  const stock = Object.entries(product.stock).map(([size, left]) => [size, Math.min(left, FEW + 1)]);
  return { ...product, stock: Object.fromEntries(stock) };
}

/** Reads an address kindly: what is unknown or broken counts as not asked for. */
export function readSelection(query: URLSearchParams): Selection {
  const page = Number(query.get("page") ?? 1);
  return {
    category: CATEGORIES.filter((each) => query.getAll("category").includes(each)),
    subCategory: SUB_CATEGORIES.filter((each) => query.getAll("subCategory").includes(each)),
    offer: query.get("offer") === ON_OFFER,
    search: readSearch(query),
    sort: SORTS.find((each) => each === query.get("sort")) ?? "relevant",
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1,
  };
}

/** The address of a selection, as short as it can be. */
export function selectionPath({ category, subCategory, offer, search, sort, page }: Selection): string {
  const query = new URLSearchParams([
    ...category.map((each) => ["category", each]),
    ...subCategory.map((each) => ["subCategory", each]),
  ]);
  if (offer) query.set("offer", ON_OFFER);
  if (search) query.set("search", search);
  if (sort !== "relevant") query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/collection?${query}` : "/collection";
}

/**
 * The address under which search engines keep what a selection shows: one kind and each page of it for itself, another
 * order as the usual one, several boxes of a row as if none were ticked. Undefined for searches and offers, which they
 * leave out.
 */
export function canonicalPath({ category, subCategory, offer, search, page }: Selection): string | undefined {
  if (search || offer) return undefined;
  const several = category.length > 1 || subCategory.length > 1;
  return selectionPath({
    category: category.length > 1 ? [] : category,
    subCategory: subCategory.length > 1 ? [] : subCategory,
    offer: false,
    search: "",
    sort: "relevant",
    page: several ? 1 : page,
  });
}

/** Those that match, in the order asked for; `products` come newest first, which is what "relevant" means. */
export function select<P extends Listed>(products: P[], selection: Selection): P[] {
  const search = foldText(selection.search);
  const found = products.filter(
    (product) =>
      letsThrough(selection, product) &&
      (!selection.offer || product.formerPrice !== null) &&
      foldText(product.name).includes(search),
  );
  if (selection.sort === "relevant") return found;
  const up = selection.sort === "low-high" ? 1 : -1;
  return found.sort((a, b) => up * (a.price - b.price || (a._id < b._id ? -1 : 1)));
}

/** Whether the ticked boxes let goods of this kind through. */
function letsThrough(
  { category, subCategory }: Selection,
  kind: Pick<Listed, "category" | "subCategory">,
): boolean {
  return among(category, kind.category) && among(subCategory, kind.subCategory);
}

/** How many pages so many products fill; an empty list still has one. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The products of a page, and which page it is: one past the end counts as the last. */
export function pageOf<P>(products: P[], page: number): { shown: P[]; page: number } {
  const at = Math.min(page, pagesOf(products.length));
  return { shown: products.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE), page: at };
}

/** How many boxes are ticked. */
export function countFilters({ category, subCategory, offer }: Selection): number {
  return category.length + subCategory.length + Number(offer);
}

function among<T>(wanted: T[], value: T): boolean {
  return wanted.length === 0 || wanted.includes(value);
}
