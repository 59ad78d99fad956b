import { type Column, desc, eq, sql } from "drizzle-orm";
import { FIELDS } from "../catalogue/staff/find-product.server.ts";
import { cellsOf, WRITTEN, type Written } from "../catalogue/staff/goods-cells.server.ts";
import type { MoveReason } from "../catalogue/staff/rules.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { writeAudit, writeAudits } from "../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { type ComparedRow, findProducts, type Known } from "./compare-rows.server.ts";
import { imports, type Undo } from "./tables.server.ts";

/** A product that an import adds or changes. */
export type Change = Pick<ComparedRow, "id" | "before" | "after" | "moves">;
/** `reason` is written to the audit log and to the stock moves. */
type About = { by: Actor; reason: string };

/** Products in one statement. */
const PART = 500;

/**
 * Writes products, PART of them in each statement; their stock comes last, as buyers wait for rows of stock that are locked.
 * @throws ShopError 409 pieces were sold at the same moment
 */
export async function writeChanges(tx: Tx, changes: readonly Change[], about: About): Promise<void> {
  // a single notice at the end replaces one for each row: with this setting the trigger of `stock` sends none
  await tx.execute(sql`select set_config('shop.one_stock_notice', 'on', true)`);
  for (let at = 0; at < changes.length; at += PART)
    await writeProducts(tx, changes.slice(at, at + PART), about);
  await writePieces(tx, changes, about);
  await tx.execute(sql`select pg_notify('catalogue_changes', '')`);
}

async function writeProducts(tx: Tx, changes: readonly Change[], { by, reason }: About): Promise<void> {
  await tx
    .insert(products)
    .values(changes.map(rowOf))
    .onConflictDoUpdate({ target: products.id, set: OVERWRITE, setWhere: IS_OTHER });
  const pieces = changes.flatMap(({ id, after }) =>
    after.sizes.map((size) => ({ productId: id, size, onHand: 0, received: 0 })),
  );
  await tx.insert(stock).values(pieces).onConflictDoNothing();
  const subject = { subjectKind: "product", reason };
  const entries = changes.map((change) => ({ ...subject, subjectId: change.id, ...auditOf(change) }));
  await writeAudits(tx, by, entries);
}

function rowOf({ id, after: { status, ...fields } }: Change) {
  const archivedAt = status === "archived" ? sql`now()` : null;
  return { ...fields, id, published: status === "shown", archivedAt };
}

const { images, alts, published, archivedAt } = products;
const given = (column: { name: string }) => sql`excluded.${sql.identifier(column.name)}`;
const differ = (columns: Column[]) => sql`${columns} is distinct from ${columns.map(given)}`;
const OF_FORM = Object.values(FIELDS);
const OVERWRITE = {
  ...Object.fromEntries(
    Object.entries({ ...FIELDS, images, alts, published }).map(([name, column]) => [name, given(column)]),
  ),
  // a product that is archived already keeps the time of that
  archivedAt: sql`case when ${given(archivedAt)} is not null then coalesce(${archivedAt}, now()) end`,
  version: sql`${products.version} + (${differ(OF_FORM)})::int`,
  updatedAt: sql`now()`,
};
const IS_OTHER = sql`${differ([...OF_FORM, images, alts, published])}
  or (${archivedAt} is null) <> (${given(archivedAt)} is null)`;

function auditOf({ before, after, moves }: Change) {
  const pieces = Object.fromEntries(moves.map(({ size, delta }) => [size, delta]));
  const written = (of: Written) => Object.fromEntries(WRITTEN.map(({ field }) => [field, of[field]]));
  return {
    action: before ? "product.edit" : "product.add",
    ...(before && { before: written(before) }),
    after: { ...written(after), ...(moves.length > 0 && { stock: pieces }) },
  };
}

const REASONS = { added: "received", known: "correction" } as const satisfies Record<string, MoveReason>;

/** Adds or takes away pieces, in the order in which orders lock them. @throws ShopError 409 fewer are there than are taken */
async function writePieces(tx: Tx, changes: readonly Change[], { by, reason }: About): Promise<void> {
  const pieces = changes.flatMap(({ id, before, moves }) =>
    moves.map((move) => ({ product_id: id, ...move, reason: before ? REASONS.known : REASONS.added })),
  );
  const moved = sql`json_to_recordset(${JSON.stringify(pieces)}::json)
    moved (product_id text, size text, delta int, reason text)`;
  const { rows } = await tx.execute<{ size: string; isLeft: boolean }>(sql`
    select size, on_hand + delta >= 0 as "isLeft" from ${stock} join ${moved} using (product_id, size)
    order by stock.product_id, stock.size for update of stock`);
  const gone = rows.find(({ isLeft }) => !isLeft);
  if (gone)
    throw new ShopError(
      409,
      `Pieces of ${gone.size} were sold or moved meanwhile. Nothing was saved. Please try again.`,
    );
  // before the stock itself: its trigger adds a move for any change that no move explains
  await tx.execute(sql`
    insert into stock_moves (product_id, size, delta, reason, note, by_id, by_name)
    select product_id, size, delta, moved.reason, ${reason}, ${by.id}, ${by.name} from ${moved}`);
  await tx.execute(sql`
    update ${stock} set on_hand = on_hand + delta, received = received + delta
    from ${moved} where stock.product_id = moved.product_id and stock.size = moved.size`);
}

/** Keeps other imports, and undoing one, waiting until the transaction ends. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('imports of goods'))`);
}

/** The last import, and whether it was undone; null where there was none yet. */
export async function lastImport(db: Db) {
  const [last] = await db.select().from(imports).orderBy(desc(imports.at)).limit(1);
  if (!last) return null;
  const { id, name, created, changed, by, at, undoneAt } = last;
  return { ...{ _id: id, name, changed, new: created }, by: by.name, date: +at, isUndone: undoneAt !== null };
}

/** What is needed to restore these products as they were before the changes, which are written already. */
export async function undoOf(tx: Tx, changes: readonly Change[]): Promise<Undo[]> {
  const ids = changes.map(({ id }) => id);
  const known = await findProducts(tx, ids, { lock: false });
  return changes.map(({ id, before, moves }) => ({
    ...{ id, state: stateOf(known.get(id)), before: before ?? { status: "archived" } },
    moves: moves.map(({ size, delta }) => ({ size, delta: -delta })),
  }));
}

/** Version and stock received of a product, also of sizes no longer offered: an undone size may still receive pieces. */
function stateOf(known: Known | undefined): string {
  if (!known) return "";
  const received = [...known.stock].filter(([, pieces]) => pieces.received !== 0);
  const bySize = received.map(([size, pieces]) => `${size}: ${pieces.received}`).sort();
  return [cellsOf(known.product).Version, ...bySize].join(", ");
}

/**
 * Undoes the last import: what it changed is restored, what it added is archived, and its pieces are taken back. Called
 * again, it changes nothing.
 * @throws ShopError 404; 409 a later import was made, or a product was changed since, or its pieces moved or sold
 */
export async function undoImport(db: Db, { id, by }: { id: string; by: Actor }): Promise<void> {
  await transaction(db, async (tx) => {
    await lockImports(tx);
    const [found] = await tx.select().from(imports).where(eq(imports.id, id));
    if (!found) throw new ShopError(404, "There is no such import.");
    if (found.undoneAt) return;
    if (!found.undo) throw new ShopError(409, "Only the last import can be undone.");
    const ids = found.undo.map((each) => each.id);
    const known = await findProducts(tx, ids, { lock: true });
    const changes = found.undo.map((undo) => changeBack(undo, known.get(undo.id)));
    await writeChanges(tx, changes, { by, reason: "Import undone" });
    await tx.update(imports).set({ undo: null, undoneAt: sql`now()` }).where(eq(imports.id, id));
    await writeAudit(tx, by, {
      action: "goods.undo-import",
      subjectKind: "import",
      subjectId: id,
      after: { file: found.name },
    });
  });
}

/** @throws ShopError 409 the product is not as the import left it */
function changeBack({ id, state, before, moves }: Undo, known: Known | undefined): Change {
  if (!known || stateOf(known) !== state)
    throw new ShopError(
      409,
      `${known?.product.name ?? "A product"} was changed after this import, so it cannot be undone. Export and change what is to be otherwise.`,
    );
  return { id, before: known.product, after: { ...known.product, ...before }, moves };
}
