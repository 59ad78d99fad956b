import { shop } from "../shop.ts";

/** product id → size → quantity (specification §3). */
export type Cart = Record<string, Record<string, number>>;
export type Line = { productId: string; size: string; quantity: number };

export const LINE_MAX = 20;
export const LINES_MAX = 50;

export const TEXTS = {
  sizeMissing: "Please select product size",
  soldOut: "Sorry, this size is sold out.",
  lineFull: `You can have at most ${LINE_MAX} of one item.`,
  cartFull: `Your cart can hold at most ${LINES_MAX} different items.`,
  savedAreBack: "The items saved in your account are back in your cart.",
} as const;

/** The cart's lines in a stable order. */
export function linesOf(cart: Cart): Line[] {
  return Object.entries(cart).flatMap(([productId, sizes]) =>
    Object.entries(sizes).map(([size, quantity]) => ({ productId, size, quantity })),
  );
}

/** A cart with the line set to `quantity`; 0 takes it out. The given cart is left as it is. */
export function withLine(cart: Cart, line: Line): Cart {
  const sizes = { ...cart[line.productId], [line.size]: line.quantity };
  if (line.quantity <= 0) delete sizes[line.size];
  const { [line.productId]: _, ...others } = cart;
  return Object.keys(sizes).length > 0 ? { ...others, [line.productId]: sizes } : others;
}

export function countItems(cart: Cart): number {
  return linesOf(cart).reduce((sum, line) => sum + line.quantity, 0);
}

/** KES: 0 when the cart is empty, otherwise the subtotal plus the flat fee (specification §9). */
export function totalOf(subtotal: number): number {
  return subtotal === 0 ? 0 : subtotal + shop.deliveryFee;
}

/** The cart a browser kept; anything that is not one (broken, foreign, too large) counts as empty. */
export function readCartText(text: string | null): Cart {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
  const lines = isRecord(found)
    ? Object.entries(found).flatMap(([productId, sizes]) => linesIn(productId, sizes))
    : [];
  return lines.slice(0, LINES_MAX).reduce<Cart>(withLine, {});
}

function linesIn(productId: string, sizes: unknown): Line[] {
  if (!isRecord(sizes) || productId.length > 64) return [];
  return Object.entries(sizes).flatMap(([size, quantity]) =>
    Number.isInteger(quantity) && Number(quantity) >= 1 && size.length <= 20
      ? [{ productId, size, quantity: Math.min(LINE_MAX, Number(quantity)) }]
      : [],
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
