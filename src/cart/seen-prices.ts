import { useEffect, useSyncExternalStore } from "react";
import type { Product } from "../catalogue/contract.ts";
import { persisted } from "../platform/browser/persisted.ts";
import { parseJson } from "../platform/json.ts";
import { type Line, leftIn, type Trouble, troubleOf } from "./rules.ts";

/** product id → the price, in KES, at which the shopper last agreed to see it in the cart. */
const seen = persisted("cart-prices");
/** The cart's products as the shop named them last, as JSON: for a cart that is opened without a connection, never for a checkout. */
export const lastProducts = persisted("cart-products");

/** Gives the earlier price of a line whose product has been repriced since it was first seen in the cart. */
export function useEarlierPrice(lines: PricedLine[]): (line: PricedLine) => number | undefined {
  const prices = readPrices(useSyncExternalStore(seen.subscribe, seen.read, () => null));
  useEffect(() => {
    const isNew = (line: PricedLine) => line.product && !prices.has(line.productId);
    if (lines.some(isNew)) remember(lines.filter(isNew), prices);
  });
  return ({ product }) => {
    const price = product && prices.get(product._id);
    return price === product?.price ? undefined : price;
  };
}

/** The shopper has seen today's prices and goes on. */
export function acceptPrices(lines: PricedLine[]): void {
  remember(lines, new Map());
}

export function forgetPrices(): void {
  seen.write(null);
  lastProducts.write(null);
}

function remember(lines: PricedLine[], before: Map<string, number>): void {
  const prices = lines.flatMap(({ product }) => (product ? [[product._id, product.price] as const] : []));
  seen.write(JSON.stringify([...new Map([...before, ...prices])].slice(-100)));
}

function readPrices(text: string | null): Map<string, number> {
  const entries = parseJson(text ?? "");
  return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}

/** `trouble`: why the line cannot be bought today; it is then left out of the subtotal. `left`: in stock in this size. */
export type PricedLine = Line & { product: Product | undefined; left: number; trouble: Trouble | undefined };

/** A line with today's product and stock; without a product it is no longer on sale. */
export function priceLine(line: Line, product: Product | undefined): PricedLine {
  const left = leftIn(product?.stock, line.size) ?? 0;
  return { ...line, product, left, trouble: troubleOf(line, product?.stock) };
}
