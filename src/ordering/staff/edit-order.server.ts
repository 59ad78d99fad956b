import { asc, eq, sql } from "drizzle-orm";
import {
  CART_TEXTS,
  LINE_MAX,
  LINES_MAX,
  type Line,
  lineOf,
  sizeName,
  sumLines,
  toLines,
} from "../../cart/rules.ts";
import { type DeliverySettings, findPoint, USUAL_DELIVERY } from "../../delivery/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { type AppliedCoupon, discountOf } from "../coupons/rules.ts";
import { type Destination, deliveryTo, type OrderDelivery } from "../destination.server.ts";
import { exchangeStock } from "../holds.server.ts";
import { addEvent } from "../order-events.server.ts";
import { categoryIn, type OrderedItem, type Purchase, type PurchaseLine } from "../purchase.server.ts";
import { AMOUNT_MAX, ORDER_TEXTS } from "../rules.ts";
import { lockStock, type StockRow } from "../stock.server.ts";
import { orderItems, orders } from "../tables.server.ts";
import { conflict, lockUnshipped, type OrderMoney } from "./change-guard.server.ts";

type EditRequest = {
  id: string;
  /** The lines that the order is to have. */
  items: OrderedItem[];
  /** The order's version that staff saw. */
  version: number;
  /** Only reports what would change. */
  preview?: boolean | undefined;
  /** Who makes a paid order cheaper was shown what is refunded, to whom and how. */
  confirmed?: boolean | string | undefined;
  by: Actor;
  /** The current delivery settings; without them those of src/shop.ts. */
  delivery?: DeliverySettings;
  money: Pick<OrderMoney, "lock" | "owePart" | "expectAmount" | "piecesGivenBack">;
};

/** What the order is, or would be; `difference` in KES is the new total less the old one. */
type EditOutcome = {
  order: { _id: string; version: number } & Purchase;
  difference: number;
  /** False: a preview, or a paid order that would cost more, which stays as it was until its shopper pays. */
  changed: boolean;
};

/**
 * Changes the items of an order that is not shipped, in one transaction. An unpaid order gets today's prices, and so does the
 * payment it waits for. Of a paid order that gets cheaper the difference is refunded; one that would cost more stays as it was.
 * @throws ShopError 400; 404; 409 `current`, `by`, `at`: another version, it is shipped, pieces were returned, or a refund names
 * pieces that it would not have any more; 409 sold out, or not on sale; 409 `confirm` where money is refunded, until that is
 * confirmed
 */
export async function editOrder(db: Db, edit: EditRequest): Promise<EditOutcome> {
  const { id, version, preview = false, money } = edit;
  const wanted = readWanted(edit.items);
  return transaction(db, async (tx) => {
    await money.lock(tx, id);
    const order = await lockOrder(tx, edit);
    const rows = await lockStock(tx, [...wanted, ...order.lines]);
    const purchase = priceEdit(order, wanted, {
      rows,
      destination: destinationOf(order, edit.delivery ?? USUAL_DELIVERY),
    });
    await demandGivenBack(tx, edit, numberLines(order, purchase.lines));
    const difference = purchase.amount - order.amount;
    if (preview || (order.payment && difference > 0))
      return { order: { _id: id, version, ...purchase }, difference, changed: false };
    await exchangeStock(tx, id, order.lines, purchase.lines);
    await writeLines(tx, edit, order, purchase);
    if (!order.payment) await money.expectAmount(tx, id);
    else if (difference < 0) await takeOff(tx, edit, order, -difference);
    return { order: { _id: id, version: version + 1, ...purchase }, difference, changed: true };
  });
}

type Order = Awaited<ReturnType<typeof lockOrder>>;

/** Makes a paid order cheaper by so many KES: first it owes less, where a part was never paid; only what was paid is refunded. */
async function takeOff(
  tx: Tx,
  { id, money, by, confirmed }: EditRequest,
  { owed }: Order,
  less: number,
): Promise<void> {
  const amount = Math.max(0, less - owed);
  if (owed > 0)
    await tx
      .update(orders)
      .set({ owed: owed - (less - amount) })
      .where(eq(orders.id, id));
  if (amount === 0) return;
  await money.owePart(tx, { orderId: id, amount, reason: "the order was changed", by, confirmed });
}

/** Where the order goes; undefined where its pick-up point is gone: then its fee stays. */
function destinationOf({ address, delivery }: Order, settings: DeliverySettings): Destination | undefined {
  const name = delivery?.pickUp?.name;
  const pickUp = name === undefined ? undefined : findPoint(settings, name);
  return name === undefined || pickUp ? { settings, address: address ?? undefined, pickUp } : undefined;
}

async function lockOrder(tx: Tx, edit: EditRequest) {
  const order = await lockUnshipped(tx, edit);
  const { id } = edit;
  const lines = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.line));
  // refunds account for returned pieces, which an edit would count twice
  if (lines.some(({ returned }) => returned > 0))
    throw await conflict(tx, id, "Pieces of this order have come back: refund the rest instead.");
  return { ...order, lines };
}

/**
 * Pieces that a refund names must stay in their line: otherwise they would go back into stock by the edit, and again when the
 * refund is done. @throws ShopError 409 they would not stay
 */
async function demandGivenBack(tx: Tx, { id, money }: EditRequest, lines: Numbered[]): Promise<void> {
  const named = await money.piecesGivenBack(tx, id);
  for (const line of new Set(named.map((each) => each.line))) {
    const pieces = named
      .filter((each) => each.line === line)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if ((lines.find((each) => each.line === line)?.quantity ?? 0) < pieces)
      throw await conflict(tx, id, "Pieces of this order are given back by a refund: they stay in it.");
  }
}

async function writeLines(tx: Tx, { id, by }: EditRequest, order: Order, purchase: Purchase): Promise<void> {
  const { lines, ...totals } = purchase;
  const [before, after] = [inWords(order.lines), inWords(lines)];
  const numbered = numberLines(order, lines);
  await pipelined([
    () => tx.delete(orderItems).where(eq(orderItems.orderId, id)),
    () => tx.insert(orderItems).values(numbered.map((line) => ({ ...line, orderId: id }))),
    () =>
      tx
        .update(orders)
        .set({ ...totals, version: sql`${orders.version} + 1` })
        .where(eq(orders.id, id)),
    () => addEvent(tx, id, { kind: "edit", by, note: `${before.join(", ")} → ${after.join(", ")}` }),
    () =>
      writeAudit(tx, by, {
        action: "order.edit",
        subjectKind: "order",
        subjectId: id,
        before: {
          items: before,
          subtotal: order.subtotal,
          deliveryFee: order.deliveryFee,
          discount: order.discount,
          amount: order.amount,
        },
        after: { items: after, ...totals },
      }),
  ]);
}

type Numbered = PurchaseLine & { line: number };

/** A line that stays keeps its number, by which refunds name it. */
function numberLines(order: Order, lines: PurchaseLine[]): Numbered[] {
  let last = Math.max(...order.lines.map(({ line }) => line));
  return lines.map((line) => {
    const same = lineOf(order.lines, line);
    if (!same) last += 1;
    return { ...line, line: same?.line ?? last };
  });
}

/** "2 × Sample tee, size M". */
function inWords(lines: PurchaseLine[]): string[] {
  return lines.map(({ quantity, name, size }) => `${quantity} × ${name}, ${sizeName(size)}`);
}

/** An order as it was bought. */
type BoughtOrder = {
  payment: boolean;
  deliveryFee: number;
  coupon: AppliedCoupon | null;
  delivery: OrderDelivery | null;
  lines: PurchaseLine[];
};

/** Sums lines of the same product and size. @throws ShopError 400 no items, or more than fit */
function readWanted(items: OrderedItem[]): Line[] {
  const wanted = sumLines(toLines(items));
  if (wanted.length === 0) throw fieldFault("items", "An order without goods is cancelled instead.");
  if (wanted.length > LINES_MAX) throw fieldFault("items", CART_TEXTS.cartFull);
  if (wanted.some(({ quantity }) => quantity > LINE_MAX)) throw fieldFault("items", CART_TEXTS.lineFull);
  return wanted;
}

/**
 * Prices an order's new lines by the locked `rows` of its old and new items. An unpaid order gets today's prices, and the fee of
 * where it goes; in a paid one each product that it had keeps the price that was paid, and the fee stays. Either keeps the days
 * and the pick-up point it was promised. A coupon counts by the rule it had, even if it would not count today. What the order
 * had already need not be on sale, or in stock.
 * @throws ShopError 400 too dear; 409 not on sale, or sold out
 */
function priceEdit(
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
