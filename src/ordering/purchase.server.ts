import { CART_TEXTS, LINE_MAX, totalOf } from "../cart/rules.ts";
import { sizeName } from "../cart/size-name.ts";
import { stockOf } from "../catalogue/queries.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { shop } from "../shop.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "./rules.ts";
import { lockStock, type StockRow, type Wanted } from "./stock.server.ts";

/** A line as it is bought; `price` in whole KES. */
export type PurchaseLine = Wanted & { name: string; price: number; image: string };
/** What is bought and for how much, by our own tables. Whole KES. */
export type Purchase = { lines: PurchaseLine[]; subtotal: number; deliveryFee: number; amount: number };

/**
 * Locks the goods, and prices them from our own tables. `shown` is the total the shopper saw, `locked` are sizes to
 * lock along.
 * @throws ShopError 409 total changed (`amount`: the new one), not on sale, or sold out; 400 more than fits in a line.
 */
export async function priceItems(
  tx: Tx,
  items: { _id: string; size: string; quantity: number }[],
  shown: number | undefined,
  locked: Wanted[] = [],
): Promise<Purchase> {
  const wanted = sumLines(items);
  const rows = await lockStock(tx, [...wanted, ...locked]);
  const held = (line: Wanted) => locked.find((each) => isOf(each, line))?.quantity ?? 0;
  const lines = priceLines(wanted, rows, await namesOf(tx, wanted, rows), held);
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const amount = totalOf(subtotal);
  if (amount > AMOUNT_MAX) throw new ShopError(400, ORDER_TEXTS.amountTooLarge);
  if (shown !== undefined && amount !== shown) throw new ShopError(409, ORDER_TEXTS.totalChanged, { amount });
  return { lines, subtotal, deliveryFee: shop.deliveryFee, amount };
}

/** The same product and size twice counts together, so that both pass or neither does. */
function sumLines(items: { _id: string; size: string; quantity: number }[]): Wanted[] {
  const sums = new Map<string, Wanted>();
  for (const { _id: productId, size, quantity } of items) {
    const key = JSON.stringify([productId, size]);
    const sum = quantity + (sums.get(key)?.quantity ?? 0);
    if (sum > LINE_MAX) throw new ShopError(400, CART_TEXTS.lineFull);
    sums.set(key, { productId, size, quantity: sum });
  }
  return [...sums.values()];
}

/** The products whose size is gone, so that the refusal can name them. */
async function namesOf(tx: Tx, wanted: Wanted[], rows: StockRow[]) {
  const gone = wanted.filter((line) => !rows.some((row) => isOf(row, line)));
  const ids = gone.map((line) => line.productId);
  return ids.length === 0 ? undefined : stockOf(tx, ids);
}

function priceLines(
  wanted: Wanted[],
  rows: StockRow[],
  names: Awaited<ReturnType<typeof namesOf>>,
  held: (line: Wanted) => number,
): PurchaseLine[] {
  return wanted.map((line) => {
    const { productId, size, quantity } = line;
    const row = rows.find((found) => isOf(found, line));
    if (!row?.onSale) {
      const name = row?.name ?? names?.get(productId)?.name ?? "An item in your cart";
      throw new ShopError(409, `${name} (${sizeName(size)}) is not on sale any more.`);
    }
    const there = row.onHand + held(line);
    if (there < quantity) {
      const left = there > 0 ? `only ${there} left` : "just sold out";
      throw new ShopError(409, `${row.name} (${sizeName(size)}): ${left}.`);
    }
    return { productId, name: row.name, price: row.price, size, quantity, image: row.image };
  });
}

function isOf(row: { productId: string; size: string }, line: { productId: string; size: string }): boolean {
  return row.productId === line.productId && row.size === line.size;
}
