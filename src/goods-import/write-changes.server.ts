import { sql } from "drizzle-orm";
import type { InFile } from "../catalogue/staff/goods-cells.server.ts";
import type { MoveReason } from "../catalogue/staff/stock-rules.ts";
import { products, stock, stockMoves } from "../catalogue/tables.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { type Deed, writeAudits } from "../platform/audit/write-audit.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { ComparedRow } from "./compare-rows.server.ts";
import type { Written } from "./read-row.server.ts";

/** A product that an import adds or changes. */
export type Change = Pick<ComparedRow, "id" | "before" | "after" | "changed" | "moves">;
/** `reason` stands in the audit log and in the ledger of stock. */
type About = { by: Actor; reason: string };

/** Products in one statement, and rows of stock. */
const PRODUCTS = 500;
const PIECES = 2_000;

/**
 * Writes products, some of them in each statement; their pieces at the end, for buyers wait for the rows of stock, and in
 * one order, as orders lock them. @throws ShopError 409 pieces were moved or sold in this moment
 */
export async function writeChanges(tx: Tx, changes: readonly Change[], about: About): Promise<void> {
  for (const part of partsOf(changes, PRODUCTS)) await writeProducts(tx, part, about);
  const pieces = changes
    .flatMap(piecesOf)
    .sort((a, b) => compareText(a.product_id, b.product_id) || compareText(a.size, b.size));
  if (pieces.length === 0) return;
  // one notice at the end stands for all: see the migration of imports
  await tx.execute(sql`select set_config('shop.one_stock_notice', 'on', true)`);
  for (const part of partsOf(pieces, PIECES)) await writePieces(tx, part, about);
  await tx.execute(sql`select pg_notify('catalogue_changes', '')`);
}

function partsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function writeProducts(tx: Tx, changes: readonly Change[], about: About): Promise<void> {
  const added = changes.filter(({ before }) => !before);
  const changed = changes.filter(({ before, changed: fields }) => before && fields.length > 0);
  if (added.length > 0) await insertProducts(tx, added);
  if (changed.length > 0) await updateProducts(tx, changed);
  await addSizes(
    tx,
    changes.filter(
      ({ before, changed: fields, moves }) => before && (fields.includes("sizes") || moves.length > 0),
    ),
  );
  await writeAudits(
    tx,
    about.by,
    changes.map((change) => deedOf(change, about)),
  );
}

/** As the table's columns are called. What is archived just now is so from now on. */
function columnsOf({ id, after, changed }: Change) {
  return {
    id,
    name: after.name,
    description: after.description,
    material: after.material,
    fit: after.fit,
    size_guide: after.sizeGuide,
    price: after.price,
    former_price: after.formerPrice,
    category: after.category,
    sub_category: after.subCategory,
    sizes: after.sizes,
    images: after.images,
    alts: after.alts,
    colour: after.colour,
    trending: after.trending,
    bestseller: after.bestseller,
    on_sale_from: after.onSaleFrom === null ? null : new Date(after.onSaleFrom).toISOString(),
    announced: after.announced,
    published: after.status === "shown",
    archived_at: after.status === "archived" ? "now" : null,
    // one more where what the product's form holds has changed
    version: changed.some((field) => !BESIDE_THE_FORM.has(field)) ? 1 : 0,
  };
}

const BESIDE_THE_FORM: ReadonlySet<keyof Written> = new Set(["status", "images", "alts"]);

function given(changes: readonly Change[]) {
  return sql`json_populate_recordset(null::products, ${JSON.stringify(changes.map(columnsOf))}::json) given`;
}

async function insertProducts(tx: Tx, added: readonly Change[]): Promise<void> {
  await tx.execute(sql`
    insert into ${products} (id, name, description, material, fit, size_guide, price, former_price, category, sub_category,
      sizes, images, alts, colour, trending, bestseller, on_sale_from, announced, published, archived_at)
    select id, name, description, material, fit, size_guide, price, former_price, category, sub_category,
      sizes, images, alts, colour, trending, bestseller, on_sale_from, announced, published, archived_at
    from ${given(added)}`);
}

async function updateProducts(tx: Tx, changed: readonly Change[]): Promise<void> {
  await tx.execute(sql`
    update ${products} set (name, description, material, fit, size_guide, price, former_price, category, sub_category,
      sizes, images, alts, colour, trending, bestseller, on_sale_from, announced, published, archived_at, version, updated_at) =
      (given.name, given.description, given.material, given.fit, given.size_guide, given.price, given.former_price,
      given.category, given.sub_category, given.sizes, given.images, given.alts, given.colour, given.trending,
      given.bestseller, given.on_sale_from, given.announced, given.published,
      case when given.archived_at is null then null else coalesce(products.archived_at, given.archived_at) end,
      products.version + given.version, now())
    from ${given(changed)} where products.id = given.id`);
}

/** A row of stock for each size that has none, without a piece. */
async function addSizes(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.flatMap(({ id, after }) =>
    after.sizes.map((size) => ({ product_id: id, size, on_hand: 0, held: 0, received: 0 })),
  );
  await tx.execute(sql`
    insert into ${stock} select * from json_populate_recordset(null::stock, ${JSON.stringify(rows)}::json)
    on conflict do nothing`);
}

function deedOf({ id, before, after, changed, moves }: Change, { reason }: About): Deed {
  const pieces =
    moves.length > 0 ? { stock: Object.fromEntries(moves.map(({ size, delta }) => [size, delta])) } : {};
  const subject = { subjectKind: "product", subjectId: id, reason };
  if (!before) return { action: "product.add", ...subject, after: { ...after, ...pieces } };
  const pick = (of: InFile | Written) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { action: "product.edit", ...subject, before: pick(before), after: { ...pick(after), ...pieces } };
}

/** Pieces of one size that come in or go; `received` as in Move. */
type PieceChange = { product_id: string; size: string; delta: number; received: number; isNew: boolean };

/** What a change does to stock; every size of a new product is there, with pieces or without. */
function piecesOf({ id, before, after, moves }: Change): PieceChange[] {
  if (before) return moves.map((move) => ({ product_id: id, ...move, isNew: false }));
  return after.sizes.map((size) => {
    const delta = moves.find((move) => move.size === size)?.delta ?? 0;
    return { product_id: id, size, delta, received: 0, isNew: true };
  });
}

async function writePieces(tx: Tx, part: PieceChange[], about: About): Promise<void> {
  const [added, known] = [part.filter(({ isNew }) => isNew), part.filter(({ isNew }) => !isNew)];
  if (known.length > 0)
    await tx.execute(sql`
      select from ${stock} join ${givenPieces(known)} using (product_id, size)
      order by stock.product_id, stock.size for update of stock`);
  // before the stock itself, whose triggers balance what no move explains
  await insertMoves(tx, part, about);
  if (added.length > 0)
    await tx.execute(sql`
      insert into ${stock} (product_id, size, on_hand, received)
      select product_id, size, delta, delta from ${givenPieces(added)}`);
  if (known.length > 0) await updateStock(tx, known);
}

function givenPieces(changes: readonly PieceChange[]) {
  return sql`json_to_recordset(${JSON.stringify(changes)}::json)
    given (product_id text, size text, delta int, received int, "isNew" boolean)`;
}

async function insertMoves(tx: Tx, changes: PieceChange[], { by, reason }: About): Promise<void> {
  await tx.execute(sql`
    insert into ${stockMoves} (product_id, size, delta, reason, note, by_id, by_name)
    select product_id, size, delta, case when "isNew" then ${REASONS.added} else ${REASONS.known} end, ${reason}, ${by.id}, ${by.name}
    from ${givenPieces(changes)} where delta <> 0`);
}

const REASONS = { added: "received", known: "correction" } as const satisfies Record<string, MoveReason>;

/** @throws ShopError 409 not all of them are as they were when the change was decided */
async function updateStock(tx: Tx, changes: PieceChange[]): Promise<void> {
  const { rows } = await tx.execute<{ product_id: string; size: string }>(sql`
    update ${stock} set on_hand = on_hand + delta, received = stock.received + delta
    from ${givenPieces(changes)}
    where stock.product_id = given.product_id and stock.size = given.size and stock.received = given.received
      and on_hand + delta >= 0
    returning stock.product_id, stock.size`);
  const written = new Set(rows.map(({ product_id, size }) => JSON.stringify([product_id, size])));
  const moved = changes.find(({ product_id, size }) => !written.has(JSON.stringify([product_id, size])));
  if (moved)
    throw new ShopError(
      409,
      `Pieces of ${moved.size} were sold or moved meanwhile. Nothing was saved. Please try again.`,
    );
}
