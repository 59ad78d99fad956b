import type { SQL } from "drizzle-orm";
import { CART_TEXTS, LINE_MAX, sizeName, totalOf } from "../cart/rules.ts";
import { stockOf } from "../catalogue/queries.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { applyCoupon } from "./coupons/apply-coupon.server.ts";
import type { TypedCoupon } from "./coupons/limit-guesses.server.ts";
import type { AppliedCoupon } from "./coupons/rules.ts";
import type { Destination, OrderDelivery } from "./destination.server.ts";
import { deliveryTo } from "./destination.server.ts";
import { whyNotOnSale } from "./not-on-sale.server.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "./rules.ts";
import { lockStock, type StockRow } from "./stock.server.ts";
import type { Wanted } from "./wanted.server.ts";

/** A line as it is bought; `price` in whole KES. */
export type PurchaseLine = Wanted & { name: string; price: number; image: string };
/** What is bought and for how much, by our own tables. Whole KES. */
export type Purchase = {
  lines: PurchaseLine[];
  subtotal: number;
  deliveryFee: number;
  /** What `coupon` takes off. */
  discount: number;
  amount: number;
  coupon: AppliedCoupon | null;
  delivery: OrderDelivery | null;
};

type Asked = {
  /** The total the shopper saw, in KES. */
  shown: number | undefined;
  destination: Destination;
  coupon?: TypedCoupon | undefined;
  /** A query for the ids of payments that share its use with what is bought. */
  sharedWith?: SQL | undefined;
  /** Sizes to lock along. */
  locked?: Wanted[];
};

/**
 * Locks the goods, and prices them from our own tables, with the fee of where they go and less what a coupon takes off, of
 * which no use is reserved yet.
 * @throws ShopError as applyCoupon; 409 total changed (`amount`: the new one), not on sale, or sold out; 400 more than fits in a line.
 */
export async function priceItems(
  tx: Tx,
  items: { _id: string; size: string; quantity: number }[],
  { shown, destination, coupon: typed, sharedWith, locked = [] }: Asked,
): Promise<Purchase> {
  const wanted = sumLines(items);
  const rows = await lockStock(tx, [...wanted, ...locked]);
  const held = (line: Wanted) => locked.find((each) => isOf(each, line))?.quantity ?? 0;
  const lines = priceLines(wanted, rows, await namesOf(tx, wanted, rows), held);
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const { deliveryFee, delivery } = deliveryTo(destination, subtotal);
  const without = totalOf(subtotal, deliveryFee);
  const { discount, coupon } = await applyCoupon(tx, typed, {
    lines: lines.map((line) => ({ ...line, category: categoryIn(rows, line) })),
    deliveryFee,
    amount: without,
    shown,
    sharedWith,
  });
  const amount = without - discount;
  if (amount > AMOUNT_MAX) throw new ShopError(400, ORDER_TEXTS.amountTooLarge);
  if (shown !== undefined && amount !== shown) throw new ShopError(409, ORDER_TEXTS.totalChanged, { amount });
  return { lines, subtotal, deliveryFee, discount, amount, coupon, delivery };
}

/** What a product's category is by now; null where it is gone. */
export function categoryIn(rows: StockRow[], { productId }: { productId: string }): string | null {
  return rows.find((row) => row.productId === productId)?.category ?? null;
}

/** The same product and size twice counts together, so that both pass or neither does. @throws ShopError 400 too many */
export function sumLines(items: { _id: string; size: string; quantity: number }[]): Wanted[] {
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
    if (!row?.onSale) throw new ShopError(409, whyNotOnSale(row ?? names?.get(productId), size));
    const there = row.onHand + held(line);
    if (there < quantity) {
      const named = sizeName(size);
      throw new ShopError(
        409,
        there > 0 ? `${row.name} (${named}): only ${there} left.` : `${row.name} (${named}): just sold out.`,
      );
    }
    return { productId, name: row.name, price: row.price, size, quantity, image: row.image };
  });
}

function isOf(row: { productId: string; size: string }, line: { productId: string; size: string }): boolean {
  return row.productId === line.productId && row.size === line.size;
}
