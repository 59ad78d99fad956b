import type { Product } from "../catalogue/contract.ts";
import { lastProducts } from "./seen-prices.ts";

/** What of these products is known; undefined unless it is all of them, for half a cart would have half a total. */
export function knownProducts(ids: string[]): Map<string, Product> | undefined {
  const found = new Map(readProducts().map((product) => [product._id, product]));
  return ids.every((id) => found.has(id)) ? found : undefined;
}

function readProducts(): Product[] {
  try {
    const products: unknown = JSON.parse(lastProducts.read() ?? "[]");
    return Array.isArray(products) ? products.filter(isProduct) : [];
  } catch {
    return [];
  }
}

function isProduct(value: unknown): value is Product {
  const product = value as Partial<Product> | null;
  return (
    typeof product?._id === "string" &&
    typeof product.name === "string" &&
    typeof product.price === "number" &&
    typeof product.stock === "object" &&
    product.stock !== null &&
    Array.isArray(product.image)
  );
}
