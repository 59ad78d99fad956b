import { t } from "../language/t.ts";
import { isRecord, parseJson } from "../platform/json.ts";
import { readWhole } from "../platform/whole-number.ts";

/** product id → size → quantity (specification §3). */
export type Cart = Record<string, Record<string, number>>;
export type Item = { productId: string; size: string };
export type Line = Item & { quantity: number };

export const LINE_MAX = 20;
export const LINES_MAX = 50;
/** Longest stored cart that is read at all, in characters; a full one has about 3,000. */
const TEXT_MAX = 1_000_000;

export const CART_TEXTS = {
  sizeMissing: "Please select product size",
  soldOut: "Sorry, this size is sold out.",
  lineFull: `You can have at most ${LINE_MAX} of one item.`,
  cartFull: `Your cart can hold at most ${LINES_MAX} different items.`,
  savedAreBack: "The items saved in your account are back in your cart.",
  cartReset: "We couldn't read your saved cart, so it is empty now.",
  cartMended: "We couldn't read some items in your saved cart, so we left them out.",
  signedOut: "You're signed out. Your cart is saved on this device.",
} as const;

/** The cart's lines in a stable order. */
export function linesOf(cart: Cart): Line[] {
  return Object.entries(cart).flatMap(([productId, sizes]) =>
    Object.entries(sizes).map(([size, quantity]) => ({ productId, size, quantity })),
  );
}

/** How many of a size are in the cart; names such as "constructor" count as absent. */
export function quantityIn(cart: Cart, item: Item): number {
  return lineOf(linesOf(cart), item)?.quantity ?? 0;
}

/** The line of this product in this size; undefined when the list has none. */
export function lineOf<T extends Item>(lines: readonly T[], item: Item): T | undefined {
  return lines.find((line) => isSameItem(line, item));
}

export function isSameItem(one: Item, other: Item): boolean {
  return one.productId === other.productId && one.size === other.size;
}

/** The items of an order's calls as lines. */
export function toLines(items: readonly { _id: string; size: string; quantity: number }[]): Line[] {
  return items.map(({ _id: productId, size, quantity }) => ({ productId, size, quantity }));
}

/** Each product and size once: the same twice counts together. */
export function sumLines(lines: readonly Line[]): Line[] {
  const sums: Line[] = [];
  for (const line of lines) {
    const same = lineOf(sums, line);
    if (same) same.quantity += line.quantity;
    else sums.push({ ...line });
  }
  return sums;
}

/** A cart with the line set to `quantity`, in its place or last; 0 takes it out. The given cart is left as it is. */
export function withLine(cart: Cart, line: Line): Cart {
  const lines = linesOf(cart);
  const at = lines.findIndex((each) => isSameItem(each, line));
  if (at < 0) lines.push(line);
  else lines[at] = line;
  return cartOf(lines.filter((each) => each.quantity > 0));
}

export function countItems(cart: Cart): number {
  return linesOf(cart).reduce((sum, line) => sum + line.quantity, 0);
}

/** KES: 0 when the cart is empty, otherwise the subtotal plus the fee (specification §9). */
export function totalOf(subtotal: number, fee: number): number {
  return subtotal === 0 ? 0 : subtotal + fee;
}

/** Why a line cannot be bought today. */
export type Trouble = "gone" | "sold-out" | "short";

/** A product's stock by size; undefined when the product is not on sale any more. */
type Stock = Record<string, number> | undefined;

/** Pieces left in a size; undefined when the product has none of that name, such as "constructor". */
export function leftIn(stock: Stock, size: string): number | undefined {
  return new Map(Object.entries(stock ?? {})).get(size);
}

export function troubleOf(line: Line, stock: Stock): Trouble | undefined {
  const left = leftIn(stock, line.size);
  if (left === undefined) return "gone";
  if (left <= 0) return "sold-out";
  return left < line.quantity ? "short" : undefined;
}

/**
 * The quantity somebody typed: undefined for what is ignored (empty, 0, negative, no whole number; specification §5),
 * otherwise at most `max`.
 */
export function readQuantity(typed: string, max: number): number | undefined {
  const quantity = readWhole(typed);
  return quantity >= 1 ? Math.min(quantity, max) : undefined;
}

/** Reads a cart that the browser stored, which may be broken, foreign or far too large; `notice`: what to tell the shopper. */
export function readCartText(text: string | null): { cart: Cart; notice?: string } {
  if (text === null) return { cart: {} };
  const found = text.length > TEXT_MAX ? undefined : parseJson(text);
  if (!isRecord(found)) return { cart: {}, notice: CART_TEXTS.cartReset };
  const entries = Object.entries(found).flatMap(([productId, sizes]) => entriesIn(productId, sizes));
  const lines = entries.filter((entry) => entry !== undefined);
  const cart = cartOf(lines.slice(0, LINES_MAX));
  if (lines.length > LINES_MAX) return { cart, notice: CART_TEXTS.cartFull };
  if (lines.length === entries.length) return { cart };
  return { cart, notice: lines.length > 0 ? CART_TEXTS.cartMended : CART_TEXTS.cartReset };
}

/** Reads lines stored to be sent again, with quantity 0 for a removed one; anything else in the text is left out. */
export function readLinesText(text: string | null): Line[] {
  const found = parseJson(text ?? "[]");
  return Array.isArray(found) ? found.filter(isLine).slice(0, LINES_MAX) : [];
}

/** The lines of one product; undefined stands for each that is not valid. */
function entriesIn(productId: string, sizes: unknown): (Line | undefined)[] {
  if (!isRecord(sizes) || !isName(productId, 64)) return [undefined];
  return Object.entries(sizes).map(([size, quantity]) =>
    Number.isInteger(quantity) && Number(quantity) >= 1 && isName(size, 20)
      ? { productId, size, quantity: Math.min(LINE_MAX, Number(quantity)) }
      : undefined,
  );
}

function isLine(value: unknown): value is Line {
  if (!isRecord(value)) return false;
  const { productId, size, quantity } = value;
  const named =
    typeof productId === "string" && typeof size === "string" && isName(productId, 64) && isName(size, 20);
  return named && Number.isInteger(quantity) && Number(quantity) >= 0 && Number(quantity) <= LINE_MAX;
}

function isName(name: string, max: number): boolean {
  return name.length >= 1 && name.length <= max && name !== "__proto__";
}

function cartOf(lines: Line[]): Cart {
  const sizesOf = new Map<string, [string, number][]>();
  for (const { productId, size, quantity } of lines)
    sizesOf.set(productId, [...(sizesOf.get(productId) ?? []), [size, quantity]]);
  return Object.fromEntries(
    Array.from(sizesOf, ([productId, sizes]) => [productId, Object.fromEntries(sizes)]),
  );
}

/** A size within a sentence: "size M", or "one size" for a product without sizes. */
export function sizeName(size: string): string {
  const plain = size.toLowerCase();
  if (plain === "one size") return t("one size");
  return /\bsize\b/.test(plain) ? plain : t("size {size}", { size });
}
