import { useEffect, useState } from "react";
import type { listProducts, Product } from "../catalogue/contract.ts";
import { fetchFrom } from "../platform/call.ts";
import { type Cart, type Line, linesOf } from "./rules.ts";

export type PricedLine = Line & { product: Product | undefined };

/** The cart's lines with today's products and prices; `loading` until they have come, `fault` when they could not. */
export function usePricedCart(cart: Cart): {
  lines: PricedLine[];
  subtotal: number;
  loading: boolean;
  fault: string | undefined;
} {
  const [found, setFound] = useState<Map<string, Product>>();
  const [fault, setFault] = useState<string>();
  const ids = Object.keys(cart).sort().join(" ");

  useEffect(() => {
    if (!ids) return;
    let current = true;
    const query = new URLSearchParams(ids.split(" ").map((id) => ["id", id]));
    fetchFrom<typeof listProducts>("/api/product/list", query).then(
      ({ products }) => {
        if (!current) return;
        setFound(new Map(products.map((product) => [product._id, product])));
        setFault(undefined);
      },
      (error: Error) => current && setFault(error.message),
    );
    return () => {
      current = false;
    };
  }, [ids]);

  const lines = linesOf(cart).map((line) => ({ ...line, product: found?.get(line.productId) }));
  const subtotal = lines.reduce((sum, line) => sum + (line.product?.price ?? 0) * line.quantity, 0);
  return { lines, subtotal, loading: Boolean(ids) && !found && !fault, fault };
}
