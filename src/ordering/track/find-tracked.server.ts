import { eq } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { stepsOf } from "../steps.server.ts";
import { orders } from "../tables.server.ts";

export type Tracked = NonNullable<Awaited<ReturnType<typeof findTracked>>>;

/** What whoever follows an order may see of it; undefined when there is none. */
export async function findTracked(db: Db, id: string) {
  const [order] = await db
    .select({
      id: orders.id,
      status: orders.status,
      placedAt: orders.placedAt,
      courier: orders.courier,
      tracking: orders.tracking,
    })
    .from(orders)
    .where(eq(orders.id, id));
  if (!order) return undefined;
  const steps = (await stepsOf(db, [id])).get(id) ?? [];
  const { placedAt, ...shown } = order;
  return { ...shown, steps: [{ name: "Order Placed", date: placedAt.getTime() }, ...steps] };
}
