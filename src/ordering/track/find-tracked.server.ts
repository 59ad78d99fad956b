import { and, asc, eq, ne } from "drizzle-orm";
import { chosenLanguage, inLanguage } from "../../language/language.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { toldDelivery } from "../destination.server.ts";
import { type OrderStep, stepsOf } from "../order-events.server.ts";
import { arrivalOf, pickUpOf } from "../order-text.ts";
import type { RefundState } from "../rules.ts";
import { orderEvents, orders } from "../tables.server.ts";

export type Tracked = NonNullable<Awaited<ReturnType<typeof findTracked>>>;

/**
 * What whoever follows an order may see of it, and of where it goes a pick-up point alone, in the language they chose, else the
 * order's; undefined when there is none.
 */
export async function findTracked(db: Db, id: string) {
  const [order] = await db
    .select({
      id: orders.id,
      status: orders.status,
      isPaid: orders.payment,
      refund: orders.refund,
      placedAt: orders.placedAt,
      courier: orders.courier,
      tracking: orders.tracking,
      ordered: orders.language,
      address: orders.address,
      delivery: orders.delivery,
      deliveryFee: orders.deliveryFee,
    })
    .from(orders)
    .where(eq(orders.id, id));
  if (!order) return undefined;
  const steps = (await stepsOf(db, [id])).get(id) ?? [];
  const refunds = order.refund ? await refundSteps(db, id) : [];
  const { placedAt, ordered, address, delivery, deliveryFee, ...rest } = order;
  const { days } = toldDelivery({ address, delivery, deliveryFee });
  const pickUp = pickUpOf({ address, delivery });
  const shown = { ...rest, pickUp };
  const language = chosenLanguage() ?? ordered;
  const date = placedAt.getTime();
  const all = [{ name: "Order Placed", date }, ...steps, ...refunds];
  /** When its parcel comes, while its payment is not asked for. */
  const awaited = { ...shown, date, days, isCodeAsked: false };
  const arrival = inLanguage(language, () => arrivalOf(awaited));
  return { ...shown, language, arrival, steps: all.sort((one, other) => one.date - other.date) };
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
