import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { freeUses } from "./coupons/coupon-uses.server.ts";
import { eventsFor } from "./order-events.server.ts";
import type { Status } from "./rules.ts";
import { orders } from "./tables.server.ts";

type Change = {
  kind: "step" | "undo" | "cancel";
  /** Orders of another status are left as they are. */
  from: readonly Status[];
  to: Status;
  /** What else changes in them. */
  columns?: Omit<PgUpdateSetSource<typeof orders>, "status" | "version">;
  by?: Actor | undefined;
  note?: string | undefined;
};

/**
 * The one way an order changes its status: changes the orders that `which` names, as they stand then, and writes their
 * history in the same statement; who cancels one frees the use of its coupon there too.
 * @returns those that changed, with the status they had
 */
export async function changeStatus(tx: Tx, which: SQL | undefined, change: Change) {
  const { kind, from, to, columns, by, note } = change;
  const before = tx.$with("before").as(
    tx
      .select({ id: orders.id, was: sql<Status>`${orders.status}`.as("was") })
      .from(orders)
      .where(and(which, inArray(orders.status, [...from])))
      .for("update"),
  );
  const changed = tx.$with("changed").as(
    tx
      .update(orders)
      .set({ ...columns, status: to, version: sql`${orders.version} + 1` })
      .from(before)
      .where(eq(orders.id, before.id))
      .returning({
        id: orders.id,
        userId: orders.userId,
        was: before.was,
        payment: orders.payment,
        address: orders.address,
        delivery: orders.delivery,
        courier: orders.courier,
        tracking: orders.tracking,
        version: orders.version,
        language: orders.language,
      }),
  );
  const event = { kind, by, note, from: sql`was`, to: sql`${to}::text` };
  return tx
    .with(
      before,
      changed,
      eventsFor(tx, "changed", [event]),
      ...(to === "Cancelled" ? [freeUses(tx, "changed")] : []),
    )
    .select()
    .from(changed);
}
