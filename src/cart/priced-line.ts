import type { Product } from "../catalogue/contract.ts";
import { type Line, leftIn, type Trouble, troubleOf } from "./rules.ts";

/** `trouble`: why the line cannot be bought today; it is then left out of the subtotal. `left`: in stock in this size. */
export type PricedLine = Line & { product: Product | undefined; left: number; trouble: Trouble | undefined };

/** A line with today's product and stock; without a product it is no longer on sale. */
export function priceLine(line: Line, product: Product | undefined): PricedLine {
  const left = leftIn(product?.stock, line.size) ?? 0;
  return { ...line, product, left, trouble: troubleOf(line, product?.stock) };
}
