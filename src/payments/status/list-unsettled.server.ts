import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { HeldPayment, PendingPayment } from "../../ordering/contract.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { CARD_PAGE_ENDS } from "../core/payment-of-others.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { isHeld, selectPayments, UNSETTLED } from "../core/queries.server.ts";
import { payments } from "../core/tables.server.ts";
import { COUNTDOWN } from "../rules.ts";

/**
 * A shopper's pushes and card payments that are no order yet, newest first. `held`: their money came and fits no order, and
 * a person looks into it. `underWay`: from the first second on, for a day at most; not those whose checkout has an order, nor
 * superseded card pages. Typed codes are not listed, as each has its order already.
 */
export async function listUnsettled(
  db: Db,
  userId: string,
): Promise<{ held: HeldPayment[]; underWay: PendingPayment[] }> {
  const found = await selectPayments(db)
    .where(
      and(
        eq(orders.userId, userId),
        inArray(payments.method, ["mpesa", "flutterwave"]),
        inArray(payments.state, UNSETTLED),
        sql`(${payments.state} = 'paid_held' or not exists (select from ${orders}
          placed where placed.key_hash = ${orders.keyHash} and placed.phase = 'placed'))`,
      ),
    )
    .orderBy(desc(payments.id));
  const shown = ({ method: paymentMethod, amount, createdAt }: Payment) => ({
    paymentMethod,
    amount,
    date: createdAt.getTime(),
  });
  return {
    held: found.filter(isHeld).map(shown),
    underWay: found
      .filter((payment) => !isHeld(payment) && isUnderWay(payment))
      .map((payment) => ({ ...shown(payment), state: stateOf(payment) })),
  };
}

function isUnderWay({ method, active, ageSeconds, state, callback }: Payment): boolean {
  if (state === "paid_held" || callback?.code === "0") return true;
  if (method === "flutterwave") return active && ageSeconds < CARD_PAGE_ENDS;
  // a callback here means a final no
  return callback === null && ageSeconds < 24 * 3600;
}

function stateOf({ method, ageSeconds, state, callback }: Payment): PendingPayment["state"] {
  if (state === "paid_held" || callback?.code === "0") return "confirming";
  if (method === "flutterwave") return "card-open";
  return state !== "submit_unknown" && ageSeconds < COUNTDOWN ? "waiting" : "unheard";
}
