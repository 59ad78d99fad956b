import { findAnnounced } from "../catalogue/drops/announced.server.ts";
import { notYet } from "../catalogue/on-sale.server.ts";
import { findProduct, stockOf } from "../catalogue/queries.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { lockUser, readCart, removeLine, setLine } from "./queries.server.ts";
import {
  CART_TEXTS,
  type Cart,
  type Item,
  LINE_MAX,
  LINES_MAX,
  type Line,
  leftIn,
  lineOf,
  linesOf,
  quantityIn,
  sizeName,
} from "./rules.ts";

/** What is held for payments under way of this shopper or checkout: it is not in the stock, but they may buy it. */
export type HeldFor = (db: Db | Tx, userId: string, checkout?: string) => Promise<Line[]>;

type Change<Of extends Item> = { userId: string; line: Of; heldFor: HeldFor };

/** Adds one of the item and returns the saved cart. @throws ShopError 404 unknown, 409 announced for later, sold out or full. */
export async function addToCart(db: Db, change: Change<Item>): Promise<Cart> {
  return changeCart(db, change, (before) => before + 1);
}

/** Sets the line's quantity, 0 removing it, and returns the saved cart. @throws ShopError as addToCart. */
export async function updateCart(db: Db, change: Change<Line>): Promise<Cart> {
  const { userId, line } = change;
  if (line.quantity > 0) return changeCart(db, change, () => line.quantity);
  await removeLine(db, userId, line);
  return readCart(db, userId);
}

async function changeCart(
  db: Db,
  { userId, line: item, heldFor }: Change<Item>,
  quantityAfter: (before: number) => number,
): Promise<Cart> {
  const left = await leftOf(db, item, await heldFor(db, userId));
  return transaction(db, async (tx) => {
    await lockUser(tx, userId);
    const cart = await readCart(tx, userId);
    const before = quantityIn(cart, item);
    const quantity = quantityAfter(before);
    if (quantity > LINE_MAX) throw new ShopError(409, CART_TEXTS.lineFull);
    if (quantity > left)
      throw new ShopError(409, left > 0 ? `Only ${left} left in this size.` : CART_TEXTS.soldOut);
    if (before === 0 && linesOf(cart).length >= LINES_MAX) throw new ShopError(409, CART_TEXTS.cartFull);
    await setLine(tx, userId, { ...item, quantity });
    return readCart(tx, userId);
  });
}

async function leftOf(db: Db, item: Item, held: Line[]): Promise<number> {
  const product = await findProduct(db, item.productId);
  if (!product) throw await notOnSale(db, item.productId);
  const left = leftWith(held, item, product);
  if (left === undefined) throw new ShopError(400, "This product does not come in that size.");
  return left;
}

/** Pieces left for the shopper who has these held; undefined when the product does not come in that size. */
function leftWith(held: Line[], item: Item, product: Pick<Product, "stock"> | undefined): number | undefined {
  const left = leftIn(product?.stock, item.size);
  return left === undefined ? undefined : left + (lineOf(held, item)?.quantity ?? 0);
}

async function notOnSale(db: Db, productId: string): Promise<ShopError> {
  const announced = await findAnnounced(db, productId);
  return announced
    ? new ShopError(409, notYet(announced.name, announced.onSaleFrom))
    : new ShopError(404, "This product is no longer on sale.");
}

/** The items of the order that a shopper's checkout has become; undefined while it has none. */
export type OrderedIn = (db: Db | Tx, userId: string, checkout: string) => Promise<Line[] | undefined>;

type MergeRequest = {
  userId: string;
  lines: Line[];
  /** The browser's checkout: it may have become an order while the browser was signed out. */
  checkout: string | undefined;
  orderedIn: OrderedIn;
  heldFor: HeldFor;
};

/**
 * Merges a visitor's lines into the account's cart: the larger quantity per line wins, within stock, at most 50 lines; what the
 * browser's checkout has ordered meanwhile is left out. Sending the same lines again changes nothing. `changes`: sentences on
 * what differs from the visitor's cart; `ordered`: the checkout has its order.
 */
export async function mergeCart(
  db: Db,
  { userId, lines: sent, checkout, orderedIn, heldFor }: MergeRequest,
): Promise<{ cart: Cart; changes: string[]; ordered?: true }> {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId);
    const ordered = checkout === undefined ? undefined : await orderedIn(tx, userId, checkout);
    const lines = withoutOrdered(largest(sent), ordered ?? []);
    const saved = await readCart(tx, userId);
    const held = await heldFor(tx, userId, checkout);
    const found = await stockOf(tx, [...new Set(lines.map((line) => line.productId))]);
    const changes = new Set<string>();
    let room = LINES_MAX - linesOf(saved).length;
    for (const line of lines) {
      const had = quantityIn(saved, line);
      const { quantity, change } = joined(line, { had, room, held, product: found.get(line.productId) });
      if (change) changes.add(change);
      if (quantity === had) continue;
      if (had === 0) room--;
      await setLine(tx, userId, { ...line, quantity });
    }
    if (hasMore(saved, lines)) changes.add(CART_TEXTS.savedAreBack);
    const cart = await readCart(tx, userId);
    return { cart, changes: [...changes], ...(ordered && { ordered: true as const }) };
  });
}

function withoutOrdered(lines: Line[], ordered: Line[]): Line[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - (lineOf(ordered, line)?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Each product and size once, with the largest quantity sent for it. */
function largest(lines: Line[]): Line[] {
  const found = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify([line.productId, line.size]);
    if (line.quantity > (found.get(key)?.quantity ?? 0)) found.set(key, line);
  }
  return [...found.values()];
}

type Product = { name: string; stock: Record<string, number> };

/** The quantity of a line after merging it with the saved one, and a sentence where it is less than the visitor had. */
function joined(
  line: Line,
  { had, room, held, product }: { had: number; room: number; held: Line[]; product: Product | undefined },
): { quantity: number; change?: string } {
  const left = leftWith(held, line, product) ?? 0;
  if (had === 0 && room === 0 && left > 0) return { quantity: 0, change: CART_TEXTS.cartFull };
  const quantity = Math.max(had, Math.min(line.quantity, left));
  return quantity < line.quantity
    ? { quantity, change: shortage(product?.name, line.size, left) }
    : { quantity };
}

/** True when something was saved that the visitor did not have. */
function hasMore(saved: Cart, lines: Line[]): boolean {
  return linesOf(saved).some((each) => each.quantity > (lineOf(lines, each)?.quantity ?? 0));
}

function shortage(name: string | undefined, size: string, left: number): string {
  if (!name) return "We took an item out of your cart: it is no longer on sale.";
  if (left === 0) return `${name} (${sizeName(size)}) is sold out. We took it out of your cart.`;
  return `${name} (${sizeName(size)}): only ${left} left.`;
}
