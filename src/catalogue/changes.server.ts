import type { ResponseCache } from "../platform/cache/response-cache.server.ts";
import type { ListQuery } from "./contract.ts";

/** PostgreSQL's channel for what shoppers see of the catalogue; triggers of its tables send on it. */
export const CATALOGUE_CHANGES = "catalogue_changes";

/** The tag of lists that sort or search: any product with a new one may move there. */
export const LISTS = "lists";

/** The tags of a list that shows these products. */
export function listTags({ search, sort }: Partial<ListQuery>, products: { _id: string }[]): string[] {
  const ids = products.map(({ _id: id }) => id);
  return search || (sort && sort !== "relevant") ? [LISTS, ...ids] : ids;
}

/**
 * Applies a notification to the cache: a product's id, and words for what changed of it (triggers of products, stock and reviews
 * send them); without words, anything may have. `place`: it may come, go or be hidden, so what shows it is dropped, and all
 * else may show it from now on. After `look` what shows it ages; after `price` or `name` lists that sort or search too.
 */
export function applyChange(cache: Pick<ResponseCache, "age" | "drop">, notification: string): void {
  const [id = "", ...words] = notification.split(" ");
  if (words.length === 0) cache.drop();
  else if (words.includes("place")) {
    cache.drop([id]);
    cache.age();
  } else cache.age(words.includes("price") || words.includes("name") ? [id, LISTS] : [id]);
}
