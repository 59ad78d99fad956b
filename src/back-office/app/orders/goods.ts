import type { Product } from "../../../catalogue/contract.ts";

/** What is known of a product that may be in an order. `stock`: pieces on hand by size. */
export type Goods = Pick<Product, "_id" | "name" | "price" | "sizes" | "stock">;

/** Most products that a search shows. */
const FOUND_MAX = "6";

/** Products on sale, by id. Without an answer there are none: sizes then stay as they are. */
export function findGoods(ids: string[]): Promise<Goods[]> {
  return ask(new URLSearchParams([...new Set(ids)].map((id) => ["id", id])));
}

/** Products on sale whose name holds these words; of no word none. */
export async function searchGoods(search: string): Promise<Goods[] | undefined> {
  return search ? ask(new URLSearchParams({ search, limit: FOUND_MAX })) : undefined;
}

/** The shop's own list, which everybody may read. */
async function ask(query: URLSearchParams): Promise<Goods[]> {
  const response = await fetch(`/api/product/list?${query}`).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  return Array.isArray(answer?.products) ? answer.products : [];
}
