import { desc, eq, sql } from "drizzle-orm";
import { cellsOf } from "../catalogue/staff/goods-cells.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { writeAudit } from "../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Known } from "./compare-product.server.ts";
import { findProducts } from "./compare-rows.server.ts";
import { imports, type Undo } from "./tables.server.ts";
import { type Change, writeChanges } from "./write-changes.server.ts";

/** Holds other imports, and undoing one, until the transaction ends. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('imports of goods'))`);
}

/** The last import, and whether it was undone; null where there was none yet. */
export async function lastImport(db: Db) {
  const [last] = await db
    .select({
      _id: imports.id,
      name: imports.name,
      by: imports.by,
      at: imports.at,
      new: imports.created,
      changed: imports.changed,
      undoneAt: imports.undoneAt,
    })
    .from(imports)
    .orderBy(desc(imports.at))
    .limit(1);
  if (!last) return null;
  const { by, at, undoneAt, ...others } = last;
  return { ...others, by: by.name, date: at.getTime(), isUndone: undoneAt !== null };
}

/** What brings products back as they were before these changes, which are written already. */
export async function undoOf(tx: Tx, changes: readonly Change[]): Promise<Undo[]> {
  const ids = changes.map(({ id }) => id);
  const known = await findProducts(tx, ids, { lock: false });
  return changes.map(({ id, before, changed, moves }) => ({
    ...{ id, state: stateOf(known.get(id)) },
    before: before
      ? Object.fromEntries(changed.map((field) => [field, before[field]]))
      : { status: "archived" },
    moves: moves.map(({ size, delta }) => ({ size, delta: -delta })),
  }));
}

/** Of sizes that the product no longer comes in too: pieces may come in of what an undo takes away or archives. */
function stateOf(known: Known | undefined): string {
  if (!known) return "";
  const received = [...known.stock].filter(([, pieces]) => pieces.received !== 0);
  const bySize = received.map(([size, pieces]) => `${size}: ${pieces.received}`).sort();
  return [cellsOf(known.product).Version, ...bySize].join(", ");
}

/**
 * Undoes the last import: what it changed is as it was before, what it added is archived, and pieces are taken back. Asked
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
  const after = { ...known.product, ...before };
  return { id, before: known.product, after, changed: Object.keys(before) as Change["changed"], moves };
}
