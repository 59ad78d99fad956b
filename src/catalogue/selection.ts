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

// What an address selects from the collection, and what a card shows, for server and browser.

/**
 * What a card shows of a product; `image` is the first picture, `alt` describes it. Prices in whole KES. Marks that few
 * products have are left out of the others.
 */
export type Listed = Pick<Product, "_id" | "name" | "price" | "formerPrice" | "colour"> & {
  image: string;
  bestseller?: true;
  alt?: string;
  soldOut?: true;
};

/** What the address selects. Empty lists and an empty search match everything; pages count from 1. */
export type Selection = {
  category: Category[];
  subCategory: SubCategory[];
  /** Only products with a former price. */
  offer: boolean;
  search: string;
  sort: Sort;
  page: number;
};

const PAGE_MAX = 100_000;

export function toListed(product: Product): Listed {
  const { _id, name, price, formerPrice, colour, bestseller } = product;
  const soldOut = product.sizes.every((size) => !product.stock[size]);
  const image = product.image[0] ?? "";
  const alt = product.alts?.[0];
  return {
    _id,
    name,
    price,
    formerPrice,
    colour,
    image,
    ...(bestseller && { bestseller }),
    ...(alt && { alt }),
    ...(soldOut && { soldOut }),
  };
}

/** A product as its page shows it. Caps stock at FEW + 1, so that one sale does not change the page. */
export function toShown(product: Product): Product {
  const stock = Object.entries(product.stock).map(([size, left]) => [size, Math.min(left, FEW + 1)]);
  return { ...product, stock: Object.fromEntries(stock) };
}

/** Reads an address leniently: unknown or broken parameters are ignored. */
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

/** The shortest address of a selection. */
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
 * The canonical address of a selection for search engines: one for each single kind and each page; another
 * order has the address of the default one, several boxes of a group that of none. Undefined for searches and offers, which
 * are not indexed.
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

/** How many pages so many products fill; an empty list still has one. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** How many boxes are ticked. */
export function countFilters({ category, subCategory, offer }: Selection): number {
  return category.length + subCategory.length + Number(offer);
}
