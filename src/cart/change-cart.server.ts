import { findAnnounced } from "../catalogue/drops/announced.server.ts";
import { notYet } from "../catalogue/on-sale.server.ts";
import { findProduct } from "../catalogue/queries.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { lockUser, readCart, removeLine, setLine } from "./queries.server.ts";
import { CART_TEXTS, type Cart, LINE_MAX, LINES_MAX, type Line, linesOf, quantityIn } from "./rules.ts";

type Item = { productId: string; size: string };

/** Adds one of the item and gives the true cart. @throws ShopError 404 unknown, 409 announced for later, sold out or full. */
export async function addToCart(db: Db, userId: string, item: Item): Promise<Cart> {
  return changeCart(db, userId, item, (before) => before + 1);
}

/** Sets the line's quantity, 0 removing it, and gives the true cart. @throws ShopError as addToCart. */
export async function updateCart(db: Db, userId: string, line: Line): Promise<Cart> {
  if (line.quantity > 0) return changeCart(db, userId, line, () => line.quantity);
  await removeLine(db, userId, line);
  return readCart(db, userId);
}

async function changeCart(
  db: Db,
  userId: string,
  item: Item,
  quantityAfter: (before: number) => number,
): Promise<Cart> {
  const left = await leftOf(db, item);
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

async function leftOf(db: Db, item: Item): Promise<number> {
  const product = await findProduct(db, item.productId);
  if (!product) throw await notOnSale(db, item.productId);
  const left = Object.hasOwn(product.stock, item.size) ? product.stock[item.size] : undefined;
  if (left === undefined) throw new ShopError(400, "This product does not come in that size.");
  return left;
}

async function notOnSale(db: Db, productId: string): Promise<ShopError> {
  const announced = await findAnnounced(db, productId);
  return announced
    ? new ShopError(409, notYet(announced.name, announced.onSaleFrom))
    : new ShopError(404, "This product is no longer on sale.");
}
