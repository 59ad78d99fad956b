import { type SQL, sql } from "drizzle-orm";
import { IS_ANNOUNCED, IS_COMING, IS_ON_SALE } from "../catalogue/on-sale.server.ts";
import { products } from "../catalogue/tables.server.ts";
import { type DeliverySettings, deliveryOf, findPoint } from "../delivery/rules.ts";
import type { Db } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { applyCoupon } from "./coupons/apply-coupon.server.ts";
import type { TypedCoupon } from "./coupons/limit-guesses.server.ts";
import { whyNotOnSale } from "./not-on-sale.server.ts";
import { sumLines } from "./purchase.server.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "./rules.ts";
import { listOf } from "./wanted.server.ts";

type Asked = {
  items: { _id: string; size: string; quantity: number }[];
  state?: string | undefined;
  city?: string | undefined;
  /** The name of the pick-up point where it is fetched. */
  delivery?: string | undefined;
  coupon?: TypedCoupon | undefined;
  /** A query for the ids of payments whose use of it is the asker's own. */
  sharedWith?: SQL | undefined;
};

/**
 * What an order of these goods comes to now, by the same rules as the order itself, in whole KES. Nothing is locked, and
 * stock is not looked at.
 * @throws ShopError as applyCoupon; 400 more than fits in a line, or too dear; 409 not on sale, or the pick-up point is gone
 */
export async function quoteOrder(db: Db, settings: DeliverySettings, asked: Asked) {
  const { state, city, delivery, sharedWith } = asked;
  const pickUp = delivery === undefined ? undefined : findPoint(settings, delivery);
  if (delivery !== undefined && !pickUp) throw new ShopError(409, ORDER_TEXTS.pointGone);
  const lines = await linesOf(db, asked.items);
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const { fee, days } = deliveryOf(settings, { state, city, pickUp }, subtotal);
  const without = subtotal + fee;
  const basket = { lines, deliveryFee: fee, amount: without, sharedWith };
  const { discount, coupon } = await applyCoupon(db, asked.coupon, basket);
  const amount = without - discount;
  if (amount > AMOUNT_MAX) throw new ShopError(400, ORDER_TEXTS.amountTooLarge);
  return { subtotal, discount, deliveryFee: fee, amount, days, ...(coupon ? { coupon } : {}) };
}

async function linesOf(db: Db, items: Asked["items"]): Promise<Line[]> {
  const { rows } = await db.execute<Line>(sql`
    select wanted.size, wanted.quantity, ${products.name} as name, ${products.price} as price, ${products.category} as category,
      coalesce(${IS_ON_SALE} and wanted.size = any(${products.sizes}), false) as "onSale",
      ${IS_COMING} as "isComing", ${IS_ANNOUNCED} as "isAnnounced", (extract(epoch from ${products.onSaleFrom}) * 1000)::float8 as "onSaleFrom"
    from ${listOf(sumLines(items))} as wanted (product_id, size, quantity)
      left join ${products} on ${products.id} = wanted.product_id`);
  const gone = rows.find((line) => !line.onSale);
  if (gone) throw new ShopError(409, whyNotOnSale(gone, gone.size));
  return rows;
}

type Line = {
  size: string;
  quantity: number;
  name: string | null;
  price: number;
  category: string;
  onSale: boolean;
  isComing: boolean;
  isAnnounced: boolean;
  onSaleFrom: number | null;
};
