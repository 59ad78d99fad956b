import type { Product } from "../catalogue/contract.ts";
import { kept } from "../platform/kept.ts";

/** The cart's products as the shop named them last, as JSON, for a cart that is opened without a connection; never for a checkout. */
const known = kept("cart-products");

export function keepProducts(products: Product[]): void {
  known.write(products.length > 0 ? JSON.stringify(products) : null);
}

/** What of these products is known; undefined unless it is all of them, for half a cart would have half a total. */
export function knownProducts(ids: string[]): Map<string, Product> | undefined {
  const found = new Map(readProducts().map((product) => [product._id, product]));
  return ids.every((id) => found.has(id)) ? found : undefined;
}

export function forgetProducts(): void {
  known.write(null);
}

function readProducts(): Product[] {
  try {
    const products: unknown = JSON.parse(known.read() ?? "[]");
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
