import { createHash } from "node:crypto";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Line, sumLines, toLines, totalOf } from "../cart/rules.ts";
import { cartLines } from "../cart/tables.server.ts";
import { products } from "../catalogue/tables.server.ts";
import type { Language } from "../language/languages.ts";
import { compiled } from "../platform/database/compiled.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import type { Address } from "./contract.ts";
import { insertEvents } from "./order-events.server.ts";
import { hashKey } from "./order-key.server.ts";
import type { OrderedItem, Purchase, PurchaseLine } from "./purchase.server.ts";
import type { Method, Phase } from "./rules.ts";
import { columnsOf, type LineColumns, listOf, rowsOf } from "./stock.server.ts";
import { orderItems, orders } from "./tables.server.ts";

/** The pieces of these items, and their total in KES by today's prices and the fee of where they go; without locks. */
export async function totalsOf(
  db: Db,
  wanted: Line[],
  feeFor: (subtotal: number) => number,
): Promise<{ pieces: number; amount: number }> {
  const { rows } = await db.execute<{ pieces: number; subtotal: number }>(sql`
    select coalesce(sum(wanted.quantity), 0)::int as pieces,
      coalesce(sum(wanted.quantity::bigint * ${products.price}), 0)::float8 as subtotal
    from ${listOf(wanted)} as wanted (product_id, size, quantity)
      join ${products} on ${products.id} = wanted.product_id`);
  const { pieces = 0, subtotal = 0 } = rows[0] ?? {};
  return { pieces, amount: totalOf(subtotal, feeFor(subtotal)) };
}

type NewOrder = {
  id: string;
  userId: string;
  phase: Phase;
  purchase: Purchase;
  address: Address | null;
  method: Method;
  requestHash: string;
  language: Language;
  keyHash: string;
  mpesaCode?: string | undefined;
};

/** Inserts the order with its lines as bought; one that is placed with its first event. */
export async function addOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { purchase, ...asked } = order;
  const { mpesaCode = null } = asked;
  const { subtotal, deliveryFee, discount, amount, coupon, delivery } = purchase;
  const totals = { subtotal, deliveryFee, discount, amount, coupon, delivery };
  const lines = JSON.stringify(purchase.lines);
  const contentsHash = hashContents(purchase.lines);
  await tx.execute(ADD_ORDER({ ...asked, ...totals, lines, contentsHash, mpesaCode }));
}

/** A hash of what is bought: the same for the same goods in any order. */
export function hashContents(lines: Line[]): string {
  const sums = sumLines(lines).map(({ productId, size, quantity }): [string, number] => [
    JSON.stringify([productId, size]),
    quantity,
  ]);
  sums.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sums)).digest("base64url");
}

/** The same for the items of an order's call. */
export function hashItems(items: OrderedItem[]): string {
  return hashContents(toLines(items));
}

type OrderRow = Omit<NewOrder, "purchase" | "mpesaCode"> &
  Omit<Purchase, "lines"> & { mpesaCode: string | null; lines: string; contentsHash: string };

const ADD_ORDER = compiled<OrderRow>(
  (row) => sql`
    with added as (
      insert into ${orders} (id, user_id, phase, address, subtotal, delivery_fee, discount, amount, coupon, delivery,
        payment_method, mpesa_code, key_hash, request_hash, contents_hash, language)
      values (${row.id}, ${row.userId}, ${row.phase}, ${row.address}, ${row.subtotal}, ${row.deliveryFee}, ${row.discount},
        ${row.amount}, ${row.coupon}, ${row.delivery}, ${row.method}, ${row.mpesaCode}, ${row.keyHash},
        ${row.requestHash}, ${row.contentsHash}, ${row.language})
      returning id, status, phase
    ),
    bought as (
      insert into ${orderItems} (order_id, line, product_id, name, price, size, quantity, image)
      select added.id, line, product_id, name, price, size, quantity, image
      from added, rows from (jsonb_to_recordset(${row.lines}::jsonb)
          as ("productId" text, name text, price int, size text, quantity int, image text))
        with ordinality as lines (product_id, name, price, size, quantity, image, line)
    )
    ${insertEvents("added", [{ kind: "placed", to: sql`status`, when: sql`phase = 'placed'` }])}`,
);

/** Only a placed order is shown as one, counted and in takings; the others await their payment or have ended without it. */
export const PLACED = sql<boolean>`${orders.phase} = 'placed'`;

/** Its money came, and not all of it is refunded. */
export const KEEPS_MONEY = sql<boolean>`(${orders.payment} and not ${orders.allRefunded})`;

/** A query for the ids of an order and of all others of its key. */
export function ordersBeside(orderId: SQL | string): SQL {
  return sql`select beside.id from ${orders} o join ${orders} beside on beside.key_hash = o.key_hash where o.id = ${orderId}`;
}

/** An order with its items as bought. */
export async function readOrder(tx: Db | Tx, id: string) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error(`there is no order ${id}`);
  return { ...order, lines: await linesOf(tx, id) };
}

/** The items of these orders as bought. */
export async function itemsOf(db: Db | Tx, orderIds: string[]) {
  return db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(orderItems.orderId, orderItems.line);
}

/** The items of an order, as if they were bought once more. */
export async function linesOf(tx: Db | Tx, orderId: string): Promise<PurchaseLine[]> {
  const items = await itemsOf(tx, [orderId]);
  return items.map(({ orderId: _, line: __, returned: ___, ...bought }) => bought);
}

/** Removes the ordered quantities from the cart; everything else stays, also what was added to the same line since. */
export async function removeOrderedLines(tx: Tx, userId: string, wanted: Line[]): Promise<void> {
  await tx.execute(REMOVE_ORDERED({ userId, ...columnsOf(wanted) }));
}

const REMOVE_ORDERED = compiled<LineColumns & { userId: string }>(
  (ordered) => sql`
    with bought (product_id, size, quantity) as (select * from ${rowsOf(ordered)}),
    fewer as (
      update ${cartLines} l set quantity = l.quantity - b.quantity from bought b
      where l.user_id = ${ordered.userId} and l.product_id = b.product_id and l.size = b.size and l.quantity > b.quantity)
    delete from ${cartLines} l using bought b
    where l.user_id = ${ordered.userId} and l.product_id = b.product_id and l.size = b.size and l.quantity <= b.quantity`,
);

/**
 * The lines of this shopper's order of a key, none when it was cancelled; undefined without an order.
 * For a browser whose cart may be older than the order.
 */
export async function findOrderedLines(
  db: Db | Tx,
  userId: string,
  key: string,
): Promise<Line[] | undefined> {
  const found = await db
    .select({
      productId: orderItems.productId,
      size: orderItems.size,
      quantity: orderItems.quantity,
      status: orders.status,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(PLACED, eq(orders.userId, userId), eq(orders.keyHash, hashKey(userId, key))));
  return found.length > 0 ? found.filter(({ status }) => status !== "Cancelled") : undefined;
}
