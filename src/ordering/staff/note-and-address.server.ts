import { and, eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, pipelined, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import type { Address } from "../contract.ts";
import { addEvent } from "../order-events.server.ts";
import { statusesBefore } from "../rules.ts";
import { orders } from "../tables.server.ts";
import { conflict } from "./stale-order.server.ts";

/** Statuses of an order that has not left: those in which it can still be cancelled. */
export const NOT_SHIPPED = statusesBefore("Cancelled");

/** `key` names the wish: asked again under it, the note is written once. */
type NewNote = { id: string; text: string; by: Actor; key?: string | undefined };

/**
 * Writes a note about an order, for the shop's people only.
 * @throws ShopError 400 an empty one; 404
 */
export async function addNote(db: Db, { id, text, by, key }: NewNote): Promise<void> {
  const note = text.trim();
  if (!note) throw fieldFault("text", "Please write the note.");
  await transaction(db, async (tx) => {
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id));
    if (!order) throw new ShopError(404, "There is no such order.");
    if (!(await addEvent(tx, id, { kind: "note", note, by, key }))) return;
    await writeAudit(tx, by, {
      action: "order.note",
      subjectKind: "order",
      subjectId: id,
      after: { note },
    });
  });
}

type NewAddress = { id: string; address: Address; version: number; by: Actor };

/**
 * Changes where an order goes, before it leaves.
 * @returns the order's new version
 * @throws ShopError 404; 409 `current`, `by`, `at`: another version, or it has left
 */
export async function changeAddress(
  db: Db,
  { id, address, version, by }: NewAddress,
): Promise<{ version: number }> {
  return transaction(db, async (tx) => {
    const [before] = await tx
      .select({ address: orders.address })
      .from(orders)
      .where(and(eq(orders.id, id), eq(orders.version, version), inArray(orders.status, NOT_SHIPPED)))
      .for("update");
    if (!before) throw await conflict(tx, id, "This order has changed meanwhile, or has left already.");
    await pipelined([
      () =>
        tx
          .update(orders)
          .set({ address, version: sql`${orders.version} + 1` })
          .where(eq(orders.id, id)),
      () => addEvent(tx, id, { kind: "address", by }),
      () =>
        writeAudit(tx, by, {
          action: "order.address",
          subjectKind: "order",
          subjectId: id,
          before: before.address ?? {},
          after: address,
        }),
    ]);
    return { version: version + 1 };
  });
}
