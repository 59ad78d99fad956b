import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { products, stock, stockMoves } from "../tables.server.ts";
import { noSuchProduct } from "./find-product.server.ts";
import { type MoveReason, moveFault } from "./rules.ts";

type Page = { after?: number | undefined; limit: number };

/**
 * A product's stock by size, and a page of its stock moves, newest first. For each size all moves add up to `received`, which is
 * on hand, held for payments and sold together. @throws ShopError 404
 */
export async function stockLedger(db: Db, id: string, { after, limit }: Page) {
  const [product] = await db.select({ sizes: products.sizes }).from(products).where(eq(products.id, id));
  if (!product) throw noSuchProduct();
  const { sizes } = product;
  const [left, found] = await Promise.all([leftBySize(db, id), movesOf(db, id, { after, limit: limit + 1 })]);
  const rows = found.slice(0, limit);
  return {
    sizes: [
      ...sizes.map((size) => left.find((each) => each.size === size) ?? { ...EMPTY, size }),
      ...left.filter(({ size }) => !sizes.includes(size)),
    ].map((each) => ({ ...each, offered: sizes.includes(each.size) })),
    rows: rows.map(({ at, ...row }) => ({ ...row, date: at.getTime() })),
    next: found.length > limit ? (rows.at(-1)?._id ?? null) : null,
  };
}

const EMPTY = { onHand: 0, held: 0, sold: 0, received: 0 };

async function leftBySize(db: Db, id: string) {
  const { size, onHand, held, received } = stock;
  return db
    .select({ size, onHand, held, sold: sql<number>`${received} - ${onHand} - ${held}`, received })
    .from(stock)
    .where(eq(stock.productId, id))
    .orderBy(asc(size));
}

async function movesOf(db: Db, id: string, { after, limit }: Page) {
  const { size, delta, reason, note, byName, at } = stockMoves;
  return db
    .select({ _id: stockMoves.id, size, delta, reason, note, by: byName, at })
    .from(stockMoves)
    .where(and(eq(stockMoves.productId, id), after === undefined ? undefined : lt(stockMoves.id, after)))
    .orderBy(desc(stockMoves.id))
    .limit(limit);
}

type Move = {
  id: string;
  size: string;
  /** Pieces that were added, or, negative, taken away. */
  delta: number;
  reason: MoveReason;
  note: string;
  by: Actor;
  /** The request's Idempotency-Key: repeated under it, the move is made once. */
  key?: string | undefined;
};
type StockLeft = { onHand: number; held: number };

/**
 * Adds pieces of a size to stock, or takes them away, and writes that into the ledger. Pieces held for payments cannot be
 * taken. For a size that the product no longer has, pieces can only be taken away.
 * @returns what is on hand and held afterwards
 * @throws ShopError 400 by field; 404; 409 `current`, `by`, `at`: fewer are on hand, or the product no longer has the size
 */
export async function changeStock(db: Db, move: Move): Promise<StockLeft> {
  const { id, size, delta, reason, note, by } = move;
  const fault = moveFault(reason, delta);
  if (fault) throw fieldFault("delta", fault);
  return transaction(db, async (tx) => {
    await demandSize(tx, move);
    // before the stock itself, whose trigger adds a move for any change that none explains
    const written = await writeMove(tx, move);
    if (written === undefined) return (await leftOf(tx, move)) ?? NOTHING;
    const after = await applyMove(tx, move);
    if (!after) throw await tooFew(tx, move, written);
    await writeAudit(tx, by, {
      action: "stock.change",
      subjectKind: "product",
      subjectId: id,
      before: { size, onHand: after.onHand - delta },
      after: { size, onHand: after.onHand, reason, ...(note && { note }) },
    });
    return after;
  });
}

/** Locks the product's sizes until this is done: a concurrent edit waits, or came first. */
async function demandSize(tx: Tx, { id, size, delta }: Move): Promise<void> {
  const [product] = await tx
    .select({ sizes: products.sizes })
    .from(products)
    .where(eq(products.id, id))
    .for("share");
  if (!product) throw noSuchProduct();
  const left = await leftOf(tx, { id, size });
  if (product.sizes.includes(size)) {
    if (!left) await addRow(tx, { id, size });
    return;
  }
  const last = await lastMove(tx, { id, size });
  if (!left && last.at === null) throw fieldFault("size", "The product does not come in this size.");
  const fault = `The product no longer comes in ${size}. Nothing was changed.`;
  if (delta > 0 || !left) throw new ShopError(409, fault, { current: left ?? null, ...last });
}

async function addRow(tx: Tx, { id, size }: Which): Promise<void> {
  await tx.insert(stock).values({ productId: id, size, onHand: 0, received: 0 }).onConflictDoNothing();
}

/** Inserts the move and returns its number; undefined where one with its key exists. */
async function writeMove(tx: Tx, move: Move): Promise<number | undefined> {
  const { id, size, delta, reason, note, by, key } = move;
  const [written] = await tx
    .insert(stockMoves)
    .values({
      productId: id,
      size,
      delta,
      reason,
      note,
      byId: by.id,
      byName: by.name,
      idempotencyKey: key ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: stockMoves.id });
  return written?.id;
}

/** Changes the stock; undefined where fewer pieces are on hand than should be taken away. */
async function applyMove(tx: Tx, { id, size, delta }: Move): Promise<StockLeft | undefined> {
  const [after] = await tx
    .update(stock)
    .set({ onHand: sql`${stock.onHand} + ${delta}::int`, received: sql`${stock.received} + ${delta}::int` })
    .where(and(isOf({ id, size }), sql`${stock.onHand} + ${delta}::int >= 0`))
    .returning({ onHand: stock.onHand, held: stock.held });
  return after;
}

async function tooFew(tx: Tx, { id, size }: Move, written: number): Promise<ShopError> {
  const current = (await leftOf(tx, { id, size })) ?? NOTHING;
  const { onHand, held } = current;
  const there = onHand === 0 ? `No piece of ${size} is on hand` : `Only ${onHand} of ${size} on hand`;
  const kept = held > 0 ? `; ${held} more ${held === 1 ? "is" : "are"} held for payments` : "";
  const last = await lastMove(tx, { id, size }, written);
  return new ShopError(409, `${there}${kept}. Nothing was changed.`, { current, ...last });
}

const NOTHING: StockLeft = { onHand: 0, held: 0 };

type Which = Pick<Move, "id" | "size">;

async function leftOf(tx: Tx, which: Which): Promise<StockLeft | undefined> {
  const [left] = await tx.select({ onHand: stock.onHand, held: stock.held }).from(stock).where(isOf(which));
  return left;
}

function isOf({ id, size }: Which) {
  return and(eq(stock.productId, id), eq(stock.size, size));
}

/** Who moved the size last, and when (milliseconds since 1970), not counting the move that is being refused. */
async function lastMove(
  tx: Tx,
  { id, size }: Which,
  refused = Number.MAX_SAFE_INTEGER,
): Promise<{ by: string | null; at: number | null }> {
  const [row] = await tx
    .select({ by: stockMoves.byName, at: stockMoves.at })
    .from(stockMoves)
    .where(and(eq(stockMoves.productId, id), eq(stockMoves.size, size), lt(stockMoves.id, refused)))
    .orderBy(desc(stockMoves.id))
    .limit(1);
  return { by: row?.by ?? null, at: row?.at.getTime() ?? null };
}
