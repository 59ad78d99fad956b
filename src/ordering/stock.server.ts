import { eq, type SQL, sql } from "drizzle-orm";
import { type Line, lineOf } from "../cart/rules.ts";
import { IS_ANNOUNCED, IS_COMING, IS_ON_SALE } from "../catalogue/on-sale.server.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import { compiled, type Value } from "../platform/database/compiled.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { orderItems, orders } from "./tables.server.ts";

/** `onSaleFrom` is milliseconds since 1970; `price` whole KES. */
export type StockRow = {
  productId: string;
  size: string;
  onHand: number;
  name: string;
  price: number;
  category: string;
  image: string;
  onSale: boolean;
  /** Its sale has not begun; and whether shoppers may know of it already. */
  isComing: boolean;
  isAnnounced: boolean;
  onSaleFrom: number | null;
};

/** The wanted sizes with their product, locked in one fixed order so that two orders never deadlock. */
export async function lockStock(tx: Tx, wanted: Line[]): Promise<StockRow[]> {
  const { rows } = await tx.execute<StockRow>(LOCK_STOCK(columnsOf(wanted)));
  return rows;
}

const LOCK_STOCK = compiled<LineColumns>(
  (lines) => sql`
    select ${stock.productId} as "productId", ${stock.size} as size, ${stock.onHand} as "onHand", ${products.name} as name,
      ${products.price} as price, ${products.category} as category, coalesce(${products.images}[1], '') as image,
      (${IS_ON_SALE} and ${stock.size} = any(${products.sizes})) as "onSale", ${IS_COMING} as "isComing",
      ${IS_ANNOUNCED} as "isAnnounced", (extract(epoch from ${products.onSaleFrom}) * 1000)::float8 as "onSaleFrom"
    from ${stock} join ${products} on ${products.id} = ${stock.productId}
    where (${stock.productId}, ${stock.size}) in (select product_id, size from ${rowsOf(lines)} as wanted (product_id, size, quantity))
    order by ${stock.productId}, ${stock.size} for update of ${stock}`,
);

/** Sells from locked stock. Returns how many sizes had enough: when fewer than asked, roll back. */
export async function sellStock(tx: Tx, wanted: Line[]): Promise<number> {
  const taken = await tx.execute(sql`
    update ${stock} set on_hand = on_hand - taken.quantity
    from ${listOf(wanted)} as taken (product_id, size, quantity)
    where ${stock.productId} = taken.product_id and ${stock.size} = taken.size and ${stock.onHand} >= taken.quantity`);
  return taken.rowCount ?? 0;
}

/** Sells from stock. Returns false, and sells nothing, where some are gone. */
export async function sellFromStock(tx: Tx, wanted: Line[]): Promise<boolean> {
  const rows = await lockStock(tx, wanted);
  const isThere = (line: Line) => (lineOf(rows, line)?.onHand ?? 0) >= line.quantity;
  return wanted.every(isThere) && (await sellStock(tx, wanted)) === wanted.length;
}

/** Puts items back into locked stock. */
export async function restock(tx: Tx, lines: Line[]): Promise<void> {
  await tx.execute(sql`
    update ${stock} set on_hand = on_hand + back.quantity
    from ${listOf(lines)} as back (product_id, size, quantity)
    where ${stock.productId} = back.product_id and ${stock.size} = back.size`);
}

/** Lines by their columns, so that a statement has one text for any number of them. */
export type LineColumns = { productIds: string[]; sizes: string[]; quantities: number[] };

export function columnsOf(wanted: Line[]): LineColumns {
  return {
    productIds: wanted.map(({ productId }) => productId),
    sizes: wanted.map(({ size }) => size),
    quantities: wanted.map(({ quantity }) => quantity),
  };
}

/**
 * These lines as rows for FROM: product, size, quantity. The inner select hides their number from PostgreSQL, so that it keeps
 * one plan for any number of them.
 */
export function rowsOf({
  productIds,
  sizes,
  quantities,
}: { [Name in keyof LineColumns]: Value<LineColumns[Name]> }): SQL {
  return sql`unnest((select ${sql.param(productIds)}::text[]), ${sql.param(sizes)}::text[], ${sql.param(quantities)}::int[])`;
}

/** As rowsOf, for lines that are known. */
export function listOf(wanted: Line[]): SQL {
  return rowsOf(columnsOf(wanted));
}

/** Pieces of an order's line. */
export type LinePieces = { line: number; quantity: number };

/**
 * Puts returned pieces of a paid order back into stock, and counts them in its lines. Pieces beyond what was bought are left
 * out; the items of a cancelled order are in stock already. Returns the lines whose pieces were put back.
 */
export async function restockLines(tx: Tx, orderId: string, lines: LinePieces[]): Promise<number[]> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
  if (!order?.payment || order.status === "Cancelled" || lines.length === 0) return [];
  const pieces = sql.join(
    lines.map(({ line, quantity }) => sql`(${line}::int, ${quantity}::int)`),
    sql`, `,
  );
  const { rows } = await tx.execute<Line & { line: number }>(sql`
    update ${orderItems} set returned = returned + back.quantity
    from (select line, sum(quantity)::int as quantity from (values ${pieces}) as named (line, quantity) group by line) as back
    where ${orderItems.orderId} = ${orderId} and ${orderItems.line} = back.line
      and ${orderItems.returned} + back.quantity <= ${orderItems.quantity}
    returning ${orderItems.line}, ${orderItems.productId} as "productId", ${orderItems.size}, back.quantity`);
  if (rows.length === 0) return [];
  await lockStock(tx, rows);
  await restock(tx, rows);
  return rows.map(({ line }) => line);
}
