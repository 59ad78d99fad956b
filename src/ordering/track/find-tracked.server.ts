import { and, asc, eq, ne } from "drizzle-orm";
import { chosenLanguage, inLanguage } from "../../language/language.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { deliveryOfOrder } from "../destination.server.ts";
import { type OrderStep, stepsOf } from "../order-events.server.ts";
import { arrivalOf, pickUpOf } from "../order-text.ts";
import { PLACED } from "../queries.server.ts";
import type { RefundState } from "../rules.ts";
import { orderEvents, orders } from "../tables.server.ts";

export type Tracked = NonNullable<Awaited<ReturnType<typeof findTracked>>>;

/**
 * What a person with the tracking link may see of an order (of its address only a pick-up point), in the language they chose, else
 * the order's; undefined when there is none.
 */
export async function findTracked(db: Db, id: string) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(PLACED, eq(orders.id, id)));
  if (!order) return undefined;
  const { status, payment: isPaid, refund, courier, tracking } = order;
  const steps = (await stepsOf(db, [id])).get(id) ?? [];
  const refunds = refund ? await refundSteps(db, id) : [];
  const pickUp = pickUpOf(order);
  const date = order.placedAt.getTime();
  const { days } = deliveryOfOrder(order);
  const language = chosenLanguage() ?? order.language;
  // the page leaves it out while a code is asked for
  const arrival = inLanguage(language, () => arrivalOf({ status, date, days, pickUp, isCodeAsked: false }));
  const all = [{ name: "Order Placed", date }, ...steps, ...refunds];
  all.sort((one, other) => one.date - other.date);
  return { id, status, isPaid, refund, courier, tracking, pickUp, language, arrival, steps: all };
}

/** As My orders calls them. */
const REFUND_STEPS: Record<RefundState, string> = {
  due: "Refund due",
  part: "Partly refunded",
  done: "Refunded",
};

async function refundSteps(db: Db, id: string): Promise<OrderStep[]> {
  const rows = await db
    .select({ note: orderEvents.note, at: orderEvents.at })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), eq(orderEvents.kind, "refund"), ne(orderEvents.note, "none")))
    .orderBy(asc(orderEvents.id));
  return rows.flatMap(({ note, at }) => {
    const name = REFUND_STEPS[note as RefundState];
    return name ? [{ name, date: at.getTime() }] : [];
  });
}
