import { type SQL, sql } from "drizzle-orm";
import {
  CART_TEXTS,
  LINE_MAX,
  type Line,
  lineOf,
  sizeName,
  sumLines,
  toLines,
  totalOf,
} from "../cart/rules.ts";
import { IS_ANNOUNCED, IS_COMING, IS_ON_SALE, notYet } from "../catalogue/on-sale.server.ts";
import { stockOf } from "../catalogue/queries.server.ts";
import { products } from "../catalogue/tables.server.ts";
import { type DeliverySettings, deliveryOf } from "../delivery/rules.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { applyCoupon } from "./coupons/apply-coupon.server.ts";
import type { TypedCoupon } from "./coupons/limit-guesses.server.ts";
import type { AppliedCoupon } from "./coupons/rules.ts";
import { type Destination, deliveryTo, type OrderDelivery, readDestination } from "./destination.server.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "./rules.ts";
import { listOf, lockStock, type StockRow } from "./stock.server.ts";
import { orders } from "./tables.server.ts";

/** A line as it is bought; `price` in whole KES. */
export type PurchaseLine = Line & { name: string; price: number; image: string };
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

/** An item as an order's calls name it. */
export type OrderedItem = { _id: string; size: string; quantity: number };

type PriceTerms = {
  /** The total the shopper saw, in KES. */
  shown: number | undefined;
  destination: Destination;
  coupon?: TypedCoupon | undefined;
  /** A query for the ids of orders that share its use with what is bought. */
  sharedWith?: SQL | undefined;
  /** Sizes to lock together with them. */
  locked?: Line[];
};

/**
 * Locks the items, and prices them from our own tables, with the fee of where they go and less what a coupon takes off, of
 * which no use is reserved yet.
 * @throws ShopError as applyCoupon; 409 total changed (`amount`), not on sale, or sold out; 400 more than fits in a line
 */
export async function priceItems(
  tx: Tx,
  items: OrderedItem[],
  { shown, destination, coupon: typed, sharedWith, locked = [] }: PriceTerms,
): Promise<Purchase> {
  const wanted = readLines(items);
  const rows = await lockStock(tx, [...wanted, ...locked]);
  const names = await namesOf(tx, wanted, rows);
  const lines = wanted.map((line) => priceLine(line, { rows, names, locked }));
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

/** A product's current category; null where it is gone. */
export function categoryIn(rows: StockRow[], { productId }: { productId: string }): string | null {
  return rows.find((row) => row.productId === productId)?.category ?? null;
}

/** Sums lines of the same product and size, which pass together or not at all. @throws ShopError 400 more than fits in a line */
function readLines(items: OrderedItem[]): Line[] {
  const lines = sumLines(toLines(items));
  if (lines.some(({ quantity }) => quantity > LINE_MAX)) throw new ShopError(400, CART_TEXTS.lineFull);
  return lines;
}

/** The products whose size is gone, so that the refusal can name them. */
async function namesOf(tx: Tx, wanted: Line[], rows: StockRow[]) {
  const gone = wanted.filter((line) => !lineOf(rows, line));
  const ids = gone.map((line) => line.productId);
  return ids.length === 0 ? undefined : stockOf(tx, ids);
}

type Available = { rows: StockRow[]; names: Awaited<ReturnType<typeof namesOf>>; locked: Line[] };

function priceLine(line: Line, { rows, names, locked }: Available): PurchaseLine {
  const row = lineOf(rows, line);
  if (!row?.onSale) throw new ShopError(409, whyNotOnSale(row ?? names?.get(line.productId), line.size));
  const left = row.onHand + (lineOf(locked, line)?.quantity ?? 0);
  if (left < line.quantity) {
    const size = sizeName(line.size);
    // each a sentence of its own, as the table of languages has them
    throw new ShopError(
      409,
      left > 0 ? `${row.name} (${size}): only ${left} left.` : `${row.name} (${size}): just sold out.`,
    );
  }
  return { ...line, name: row.name, price: row.price, image: row.image };
}

/** What is known of a product that was asked for: whether its sale has not begun, and whether shoppers may know of it. */
type SaleState = {
  name: string | null;
  isComing?: boolean;
  isAnnounced?: boolean;
  /** Milliseconds since 1970. */
  onSaleFrom?: number | null;
};

/** Why it cannot be bought, without mentioning a product that is still secret. */
function whyNotOnSale(product: SaleState | undefined, size: string): string {
  const { name = null, isComing, isAnnounced, onSaleFrom } = product ?? {};
  if (name !== null && isAnnounced && onSaleFrom) return notYet(name, onSaleFrom);
  return `${(isComing ? null : name) ?? "An item in your cart"} (${sizeName(size)}) is no longer on sale.`;
}

type QuoteRequest = {
  items: OrderedItem[];
  state?: string | undefined;
  city?: string | undefined;
  /** The name of the pick-up point where it is fetched. */
  delivery?: string | undefined;
  coupon?: TypedCoupon | undefined;
  /** Hash of the request's key: uses of a coupon by that key's orders count as this shopper's own. */
  keyHash?: string | undefined;
};

/**
 * What an order of these items would cost now, by the same rules as the order itself, in whole KES. Nothing is locked, and
 * stock is not checked.
 * @throws ShopError as applyCoupon; 400 more than fits in a line, or too dear; 409 not on sale, or the pick-up point is gone
 */
export async function quoteOrder(db: Db, settings: DeliverySettings, request: QuoteRequest) {
  const { state, city, delivery, keyHash } = request;
  const { pickUp } = readDestination(settings, { address: undefined, delivery });
  const lines = await quotedLines(db, request.items);
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const { fee, days } = deliveryOf(settings, { state, city, pickUp }, subtotal);
  const without = subtotal + fee;
  const sharedWith = keyHash === undefined ? undefined : ordersOf(keyHash);
  const basket = { lines, deliveryFee: fee, amount: without, sharedWith };
  const { discount, coupon } = await applyCoupon(db, request.coupon, basket);
  const amount = without - discount;
  if (amount > AMOUNT_MAX) throw new ShopError(400, ORDER_TEXTS.amountTooLarge);
  return { subtotal, discount, deliveryFee: fee, amount, days, ...(coupon ? { coupon } : {}) };
}

/** A query for the ids of a key's orders, whosever they are. */
function ordersOf(keyHash: string): SQL {
  return sql`select ${orders.id} from ${orders} where ${orders.keyHash} = ${keyHash}`;
}

async function quotedLines(db: Db, items: QuoteRequest["items"]): Promise<QuotedLine[]> {
  const { rows } = await db.execute<QuotedLine>(sql`
    select wanted.size, wanted.quantity, ${products.name} as name, ${products.price} as price, ${products.category} as category,
      coalesce(${IS_ON_SALE} and wanted.size = any(${products.sizes}), false) as "onSale",
      ${IS_COMING} as "isComing", ${IS_ANNOUNCED} as "isAnnounced", (extract(epoch from ${products.onSaleFrom}) * 1000)::float8 as "onSaleFrom"
    from ${listOf(readLines(items))} as wanted (product_id, size, quantity)
      left join ${products} on ${products.id} = wanted.product_id`);
  const gone = rows.find((line) => !line.onSale);
  if (gone) throw new ShopError(409, whyNotOnSale(gone, gone.size));
  return rows;
}

type QuotedLine = SaleState & {
  size: string;
  quantity: number;
  price: number;
  category: string;
  onSale: boolean;
};
