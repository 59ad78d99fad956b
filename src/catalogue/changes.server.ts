import type { ResponseCache } from "../platform/cache/response-cache.server.ts";
import type { ListQuery } from "./contract.ts";

/** PostgreSQL's channel for changes that shoppers see in the catalogue; triggers of its tables notify it. */
export const CATALOGUE_CHANGES = "catalogue_changes";

/** The tag of lists that sort or search: any product may move there after a change. */
export const LISTS = "lists";

/** The tags of a list that shows these products. */
export function listTags({ search, sort }: Partial<ListQuery>, products: { _id: string }[]): string[] {
  const ids = products.map(({ _id: id }) => id);
  return search || (sort && sort !== "relevant") ? [LISTS, ...ids] : ids;
}

/**
 * Applies a notification of the triggers of products, stock and reviews to the cache: a product's id, and words for what changed;
 * without words, anything may have. `place`: it may appear or disappear, so entries that show it are dropped, and all others age.
 * After `look` entries that show it age; after `price` or `name` lists that sort or search age too.
 */
export function applyChange(cache: Pick<ResponseCache, "age" | "drop">, notification: string): void {
  const [id = "", ...words] = notification.split(" ");
  if (words.length === 0) cache.drop();
  else if (words.includes("place")) {
    cache.drop([id]);
    cache.age();
  } else cache.age(words.includes("price") || words.includes("name") ? [id, LISTS] : [id]);
}
