import { CART_TEXTS, LINE_MAX, LINES_MAX, type Line, lineOf, sizeName } from "../../cart/rules.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { type AppliedCoupon, discountOf } from "../coupons/rules.ts";
import { type Destination, deliveryTo, type OrderDelivery } from "../destination.server.ts";
import {
  categoryIn,
  type OrderedItem,
  type Purchase,
  type PurchaseLine,
  sumItems,
} from "../purchase.server.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "../rules.ts";
import type { StockRow } from "../stock.server.ts";

/** An order as it was bought. */
type BoughtOrder = {
  payment: boolean;
  deliveryFee: number;
  coupon: AppliedCoupon | null;
  delivery: OrderDelivery | null;
  lines: PurchaseLine[];
};

/** The same product and size twice counts together. @throws ShopError 400 no items, or more than fit */
export function readWanted(items: OrderedItem[]): Line[] {
  const wanted = sumItems(items);
  if (wanted.length === 0) throw fieldFault("items", "An order without goods is cancelled instead.");
  if (wanted.length > LINES_MAX) throw fieldFault("items", CART_TEXTS.cartFull);
  if (wanted.some(({ quantity }) => quantity > LINE_MAX)) throw fieldFault("items", CART_TEXTS.lineFull);
  return wanted;
}

/**
 * Prices an order's new lines by the locked `rows` of its old and new items. An unpaid order gets the shop's prices of now,
 * and the fee of where it goes; in a paid one each product it had keeps the price that was paid, and the fee stays. Either
 * keeps the days and the pick-up point it was promised. A coupon takes off by its rule of then; whether it would count today
 * is not asked. What the order had already need not be on sale, or in stock.
 * @throws ShopError 400 too dear; 409 not on sale, or sold out
 */
export function priceEdit(
  order: BoughtOrder,
  wanted: Line[],
  { rows, destination }: { rows: StockRow[]; destination: Destination | undefined },
): Purchase {
  const lines = wanted.map((line) => priceLine(order, line, rows));
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const { deliveryFee } = order.payment || !destination ? order : deliveryTo(destination, subtotal);
  const discount = order.coupon
    ? discountOf(order.coupon, {
        lines: lines.map((line) => ({ ...line, category: categoryIn(rows, line) })),
        deliveryFee,
      })
    : 0;
  const amount = subtotal - discount + deliveryFee;
  if (amount > AMOUNT_MAX) throw fieldFault("items", ORDER_TEXTS.amountTooLarge);
  return { lines, subtotal, deliveryFee, discount, amount, coupon: order.coupon, delivery: order.delivery };
}

function priceLine(order: BoughtOrder, line: Line, rows: StockRow[]): PurchaseLine {
  const row = lineOf(rows, line);
  const before = lineOf(order.lines, line);
  const paid = order.payment && order.lines.find(({ productId }) => productId === line.productId);
  const known = row ?? before;
  const left = row?.onHand ?? 0;
  const more = line.quantity - (before?.quantity ?? 0);
  const refuse = (name: string, why: string) => {
    const current = { left, onSale: row?.onSale ?? false };
    return new ShopError(409, `${name} (${sizeName(line.size)})${why}.`, { current, by: null, at: null });
  };
  if (!known || (more > 0 && !row?.onSale)) throw refuse(known?.name ?? "An item", " is no longer on sale");
  if (more > left) throw refuse(known.name, left > 0 ? `: only ${left} more left` : ": just sold out");
  const { name, image } = before ?? known;
  return { ...line, name, image, price: paid ? paid.price : known.price };
}
