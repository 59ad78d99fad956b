import { type SQL, sql } from "drizzle-orm";
import type { Value } from "../platform/database/compiled.server.ts";

/** So many of a size of a product. */
export type Wanted = { productId: string; size: string; quantity: number };

/** Goods by their columns, so that a statement has one text for any number of them. */
export type Goods = { productIds: string[]; sizes: string[]; quantities: number[] };

export function goodsOf(wanted: Wanted[]): Goods {
  return {
    productIds: wanted.map(({ productId }) => productId),
    sizes: wanted.map(({ size }) => size),
    quantities: wanted.map(({ quantity }) => quantity),
  };
}

/**
 * Their rows, for FROM: product, size, quantity. Behind the inner select PostgreSQL does not see how many they are, and so
 * keeps one plan for any number of them.
 */
export function rowsOf({
  productIds,
  sizes,
  quantities,
}: { [Name in keyof Goods]: Value<Goods[Name]> }): SQL {
  return sql`unnest((select ${sql.param(productIds)}::text[]), ${sql.param(sizes)}::text[], ${sql.param(quantities)}::int[])`;
}

/** The same of goods that are known. */
export function listOf(wanted: Wanted[]): SQL {
  return rowsOf(goodsOf(wanted));
}
