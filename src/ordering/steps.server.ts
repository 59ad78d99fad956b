import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "../platform/database/db.server.ts";
import { orderEvents } from "./tables.server.ts";

/** A step as shoppers see it: a status, or that it was paid; `date` is milliseconds since 1970. */
export type OrderStep = { name: string; date: number };

/** The steps of these orders after they were placed, oldest first, by the order's id. Undone ones are not among them. */
export async function stepsOf(db: Db, ids: string[]): Promise<Map<string, OrderStep[]>> {
  const rows = await db
    .select({ id: orderEvents.orderId, kind: orderEvents.kind, to: orderEvents.to, at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(
        inArray(orderEvents.orderId, ids),
        eq(orderEvents.public, true),
        inArray(orderEvents.kind, ["paid", "step", "cancel"]),
      ),
    )
    .orderBy(asc(orderEvents.id));
  const steps = new Map<string, OrderStep[]>();
  for (const { id, kind, to, at } of rows) {
    const name = kind === "paid" ? "Paid" : to;
    if (name) steps.set(id, [...(steps.get(id) ?? []), { name, date: at.getTime() }]);
  }
  return steps;
}
