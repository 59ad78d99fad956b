import { sql } from "drizzle-orm";
import type { MoveReason } from "../catalogue/staff/stock-rules.ts";
import { stock, stockMoves } from "../catalogue/tables.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import type { Change } from "./compare-rows.server.ts";

/** Pieces of one size that an import adds or takes away; `received` as in Move. */
export type StockChange = {
  row: number;
  productId: string;
  size: string;
  delta: number;
  received: number;
  /** Of a new product: there is no row of stock yet. */
  isNew: boolean;
};

/** What a change does to stock; every size of a new product is there, with pieces or without. */
export function stockChangesOf({ id, row, before, after, moves }: Change): StockChange[] {
  if (before) return moves.map((move) => ({ row, productId: id, ...move, isNew: false }));
  return after.sizes.map((size) => {
    const delta = moves.find((move) => move.size === size)?.delta ?? 0;
    return { row, productId: id, size, delta, received: 0, isNew: true };
  });
}

/** Rows of stock in one statement. */
const PART = 2_000;

/**
 * Writes pieces of all products, last of all, for buyers wait for the rows of stock. In one order, as orders lock them.
 * @returns the first that cannot be: pieces of it were moved or sold in this moment
 */
export async function writeMoves(
  tx: Tx,
  changes: StockChange[],
  by: Actor,
): Promise<StockChange | undefined> {
  // one notice at the end stands for all: see the migration of imports
  await tx.execute(sql`select set_config('shop.one_stock_notice', 'on', true)`);
  const sorted = changes.toSorted(
    (a, b) => compareText(a.productId, b.productId) || compareText(a.size, b.size),
  );
  for (let at = 0; at < sorted.length; at += PART) {
    const refused = await writePart(tx, sorted.slice(at, at + PART), by);
    if (refused) return refused;
  }
  await tx.execute(sql`select pg_notify('product_changes', ''), pg_notify('catalogue_changes', '')`);
  return undefined;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function writePart(tx: Tx, part: StockChange[], by: Actor): Promise<StockChange | undefined> {
  const known = part.filter(({ isNew }) => !isNew);
  if (known.length > 0) await lockStock(tx, known);
  // before the stock itself, whose triggers balance what no move explains
  await insertMoves(
    tx,
    part.filter(({ delta }) => delta !== 0),
    by,
  );
  const added = part.filter(({ isNew }) => isNew);
  if (added.length > 0) await insertStock(tx, added);
  return known.length > 0 ? updateStock(tx, known) : undefined;
}

function given(changes: readonly StockChange[]) {
  const rows = changes.map(({ productId, size, delta, received }) => ({
    product_id: productId,
    size,
    on_hand: delta,
    received,
  }));
  return sql`json_populate_recordset(null::stock, ${JSON.stringify(rows)}::json) given`;
}

async function lockStock(tx: Tx, changes: StockChange[]): Promise<void> {
  await tx.execute(sql`
    select from ${stock} join ${given(changes)} using (product_id, size)
    order by stock.product_id, stock.size for update of stock`);
}

async function insertMoves(tx: Tx, changes: StockChange[], by: Actor): Promise<void> {
  if (changes.length === 0) return;
  const reason = (isNew: boolean): MoveReason => (isNew ? "received" : "correction");
  const rows = changes.map(({ productId, size, delta, isNew }) => ({
    product_id: productId,
    size,
    delta,
    reason: reason(isNew),
  }));
  await tx.execute(sql`
    insert into ${stockMoves} (product_id, size, delta, reason, note, by_id, by_name)
    select product_id, size, delta, reason, 'Import', ${by.id}, ${by.name}
    from json_populate_recordset(null::stock_moves, ${JSON.stringify(rows)}::json)`);
}

async function insertStock(tx: Tx, changes: StockChange[]): Promise<void> {
  await tx.execute(sql`
    insert into ${stock} (product_id, size, on_hand, received)
    select product_id, size, on_hand, on_hand from ${given(changes)}`);
}

async function updateStock(tx: Tx, changes: StockChange[]): Promise<StockChange | undefined> {
  const { rows } = await tx.execute<{ product_id: string; size: string }>(sql`
    update ${stock} set on_hand = stock.on_hand + given.on_hand, received = stock.received + given.on_hand
    from ${given(changes)}
    where stock.product_id = given.product_id and stock.size = given.size and stock.received = given.received
      and stock.on_hand + given.on_hand >= 0
    returning stock.product_id, stock.size`);
  if (rows.length === changes.length) return undefined;
  const written = new Set(rows.map(({ product_id, size }) => JSON.stringify([product_id, size])));
  return changes.find(({ productId, size }) => !written.has(JSON.stringify([productId, size])));
}
