import { and, eq } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { addEvent } from "../order-events.server.ts";
import { PLACED } from "../queries.server.ts";
import { orders } from "../tables.server.ts";

/** `key`: the Idempotency-Key, under which the note is written once. */
type NewNote = { id: string; text: string; by: Actor; key?: string | undefined };

/**
 * Writes a note about an order, which only staff see.
 * @throws ShopError 400 the note is empty; 404
 */
export async function addNote(db: Db, { id, text, by, key }: NewNote): Promise<void> {
  const note = text.trim();
  if (!note) throw fieldFault("text", "Please write the note.");
  await transaction(db, async (tx) => {
    const [order] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(PLACED, eq(orders.id, id)));
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
