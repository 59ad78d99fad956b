import { CART_TEXTS, LINE_MAX, LINES_MAX, sizeName } from "../../cart/rules.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { type AppliedCoupon, discountOf } from "../coupons/rules.ts";
import { type Destination, deliveryTo, type OrderDelivery } from "../destination.server.ts";
import { categoryIn, type Purchase, type PurchaseLine } from "../purchase.server.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "../rules.ts";
import type { StockRow } from "../stock.server.ts";
import type { Wanted } from "../wanted.server.ts";

/** An order as it was bought. */
type Bought = {
  payment: boolean;
  deliveryFee: number;
  coupon: AppliedCoupon | null;
  delivery: OrderDelivery | null;
  lines: PurchaseLine[];
};

/** The same product and size twice counts together. @throws ShopError 400 nothing wanted, or more than fits */
export function readWanted(items: { _id: string; size: string; quantity: number }[]): Wanted[] {
  const sums = new Map<string, Wanted>();
  for (const { _id: productId, size, quantity } of items) {
    const key = JSON.stringify([productId, size]);
    sums.set(key, { productId, size, quantity: quantity + (sums.get(key)?.quantity ?? 0) });
  }
  const wanted = [...sums.values()];
  if (wanted.length === 0) throw fieldFault("items", "An order without goods is cancelled instead.");
  if (wanted.length > LINES_MAX) throw fieldFault("items", CART_TEXTS.cartFull);
  if (wanted.some(({ quantity }) => quantity > LINE_MAX)) throw fieldFault("items", CART_TEXTS.lineFull);
  return wanted;
}

/**
 * Prices an order's new lines by the locked `rows` of its old and new goods. An unpaid order is priced anew from the shop's
 * prices, with the fee of where it goes; in a paid one each product it had keeps the price that was paid, and the delivery
 * fee stays. The days and the pick-up point are in either what was promised. A coupon takes off what it takes off by its rule of then; whether it would count today is not asked. What it had already
 * need not be on sale, or in stock.
 * @throws ShopError 400 too dear; 409 not on sale, or sold out
 */
export function priceEdit(
  order: Bought,
  wanted: Wanted[],
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

function priceLine(order: Bought, wanted: Wanted, rows: StockRow[]): PurchaseLine {
  const { productId, size, quantity } = wanted;
  const row = rows.find((each) => each.productId === productId && each.size === size);
  const before = order.lines.find((each) => each.productId === productId && each.size === size);
  const paid = order.payment ? order.lines.find((each) => each.productId === productId) : undefined;
  const known = row ?? before;
  const left = row?.onHand ?? 0;
  const standing = { current: { left, onSale: row?.onSale ?? false }, by: null, at: null };
  const more = quantity - (before?.quantity ?? 0);
  if (!known || (more > 0 && !row?.onSale))
    throw new ShopError(
      409,
      `${known?.name ?? "An item"} (${sizeName(size)}) is no longer on sale.`,
      standing,
    );
  if (more > left)
    throw new ShopError(
      409,
      `${known.name} (${sizeName(size)}): ${left > 0 ? `only ${left} more left` : "just sold out"}.`,
      standing,
    );
  const { name, image } = before ?? known;
  return { productId, size, quantity, name, image, price: paid?.price ?? known.price };
}
