import { eq, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { products } from "../../catalogue/tables.server.ts";
import { type DeliverySettings, isSamePlace, USUAL_DELIVERY } from "../../delivery/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault } from "../../platform/shop-error.ts";
import type { Address } from "../contract.ts";
import { discountOf } from "../coupons/rules.ts";
import { deliveryTo, type OrderDelivery } from "../destination.server.ts";
import { addEvent } from "../order-events.server.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "../rules.ts";
import { orderItems, orders } from "../tables.server.ts";
import { lockUnshipped, type OrderMoney } from "./change-guard.server.ts";

type NewAddress = {
  id: string;
  address: Address;
  /** The order's version that staff saw. */
  version: number;
  by: Actor;
  /** The current delivery settings; without them those of src/shop.ts count. */
  delivery?: DeliverySettings;
  money: Pick<OrderMoney, "lock" | "expectAmount">;
};

/**
 * Changes where an order goes, before it leaves. For another place, the order promises that place's delivery days; an unpaid order
 * also gets that place's fee, so its payment is expected at the new total, while a paid one keeps the fee that was paid. Of an
 * order that is picked up only the person changes.
 * @returns the order's new version
 * @throws ShopError 400 another place for an order that is picked up, or the total is too high; 404; 409 `current`, `by`, `at`:
 * another version, or it has left
 */
export async function changeAddress(db: Db, change: NewAddress): Promise<{ version: number }> {
  const { id, address, version, by, money } = change;
  return transaction(db, async (tx) => {
    await money.lock(tx, id);
    const before = await lockUnshipped(tx, change);
    demandPoint(before, address);
    const priced = await priceFor(tx, before, change);
    const isRepriced = priced.amount !== before.amount;
    await pipelined([
      () =>
        tx
          .update(orders)
          .set({ address, ...priced, version: sql`${orders.version} + 1` })
          .where(eq(orders.id, id)),
      () => addEvent(tx, id, { kind: "address", by, note: feeNote(before, priced) }),
      () =>
        writeAudit(tx, by, {
          action: "order.address",
          subjectKind: "order",
          subjectId: id,
          before: { ...before.address, ...(isRepriced && sumsOf(before)) },
          after: { ...address, ...(isRepriced && sumsOf(priced)) },
        }),
    ]);
    if (isRepriced) await money.expectAmount(tx, id);
    return { version: version + 1 };
  });
}

type Order = Awaited<ReturnType<typeof lockUnshipped>>;

const PLACE = ["street", "city", "state", "zipCode", "country"] as const;

/** @throws ShopError 400 by field: the order is picked up, and the address is not that place */
function demandPoint({ address, delivery }: Order, to: Address): void {
  const name = delivery?.pickUp?.name;
  const moved = name !== undefined && address && PLACE.find((field) => address[field] !== to[field]);
  if (moved) throw fieldFault(`address.${moved}`, `This order is picked up at ${name}: its place stays.`);
}

type Priced = { deliveryFee: number; discount: number; amount: number; delivery: OrderDelivery | null };

/** What the order costs at its new address, and the days promised there; unchanged where that is the same place. */
async function priceFor(
  tx: Tx,
  order: Order,
  { address, delivery: settings = USUAL_DELIVERY }: NewAddress,
): Promise<Priced> {
  const { deliveryFee, discount, amount, delivery } = order;
  if (delivery?.pickUp || (order.address && isSamePlace(order.address, address)))
    return { deliveryFee, discount, amount, delivery };
  const destination = { settings, address, pickUp: undefined };
  const there = deliveryTo(destination, order.subtotal);
  if (order.payment || there.deliveryFee === deliveryFee)
    return { deliveryFee, discount, amount, delivery: there.delivery };
  const lessened = await discountAt(tx, order, there.deliveryFee);
  const sum = order.subtotal - lessened + there.deliveryFee;
  if (sum > AMOUNT_MAX) throw fieldFault("address.state", ORDER_TEXTS.amountTooLarge);
  return { ...there, discount: lessened, amount: sum };
}

/** What its coupon takes off at this fee, by the coupon's terms at the time of the order. */
async function discountAt(tx: Tx, { id, coupon }: Order, deliveryFee: number): Promise<number> {
  if (!coupon) return 0;
  const lines = await tx
    .select({ price: orderItems.price, quantity: orderItems.quantity, category: products.category })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, id));
  return discountOf(coupon, { lines, deliveryFee });
}

function sumsOf({ deliveryFee, discount, amount }: Priced) {
  return { deliveryFee, discount, amount };
}

/** "Delivery Ksh 150 → Ksh 300", where the fee changes. */
function feeNote(before: Order, { deliveryFee }: Priced): string | undefined {
  if (deliveryFee === before.deliveryFee) return undefined;
  return `Delivery ${formatPrice(before.deliveryFee)} → ${formatPrice(deliveryFee)}`;
}
