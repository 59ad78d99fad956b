import { inArray, sql } from "drizzle-orm";
import { isOfDevice, orderElsewhere } from "../../ordering/order-elsewhere.server.ts";
import type { Method } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import { compiled } from "../../platform/database/compiled.server.ts";
import { type Db, pipelined, type Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { SEEN_SQL } from "./active-payments.server.ts";
import { AGE_SECONDS, PROMPTING } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/** Seconds after which nobody can pay any more on a card's page, or at a prompt that nobody could say anything of. */
const CARD_PAGE_ENDS = 30 * 60;
const PROMPT_ENDS = 25 * 3_600;

const isPrompting = inArray(payments.state, PROMPTING);

/** Its money is here, or may still come; a typed code whose order was refused counts once its money is found. */
const IS_OUT = sql`case ${payments.method}
  when 'mpesa' then ${payments.state} in ('paid_held', 'needs_review') or ${isPrompting} and ${AGE_SECONDS} < ${PROMPT_ENDS}
  when 'flutterwave' then ${payments.state} in ('paid_held', 'needs_review')
    or ${isPrompting} and (${SEEN_SQL} or ${AGE_SECONDS} < ${CARD_PAGE_ENDS})
  else ${payments.state} = 'paid_held' end`;

/**
 * Why this checkout is not paid again while a payment of somebody else who was signed in on its device is under way: each
 * asks for the money once more. Nothing but the way to pay is told. Before money is asked for, call it with the checkout locked.
 */
export async function paymentElsewhere(
  tx: Db | Tx,
  userId: string,
  checkoutId: string | undefined,
): Promise<ShopError | undefined> {
  if (!isOfDevice(checkoutId)) return undefined;
  const { rows } = await tx.execute<{ method: Method }>(PAYMENT_ELSEWHERE({ userId, checkoutId }));
  const [found] = rows;
  return found && new ShopError(409, PAYMENT_TEXTS.stillChecking, found);
}

const PAYMENT_ELSEWHERE = compiled<{ userId: string; checkoutId: string }>(
  ({ userId, checkoutId }) => sql`
    select ${payments.method} from ${payments} join ${orders} o on o.id = ${payments.orderId}
    where split_part(o.idempotency_key, ' ', 1) = ${checkoutId} and o.user_id <> ${userId} and ${IS_OUT}
    order by ${payments.id} desc limit 1`,
);

/** @throws ShopError 409 where somebody else has ordered in this checkout, or has a payment for it under way */
export async function refusePaidElsewhere(
  tx: Tx,
  userId: string,
  checkoutId: string | undefined,
): Promise<void> {
  const [order, payment] = await pipelined([
    () => orderElsewhere(tx, userId, checkoutId),
    () => paymentElsewhere(tx, userId, checkoutId),
  ]);
  const refused = order ?? payment;
  if (refused) throw refused;
}

/** What a payment for this checkout would be refused with now, because of somebody else. */
export async function messageElsewhere(
  db: Db,
  userId: string,
  checkoutId: string,
): Promise<string | undefined> {
  const [order, payment] = await Promise.all([
    orderElsewhere(db, userId, checkoutId),
    paymentElsewhere(db, userId, checkoutId),
  ]);
  return (order ?? payment)?.message;
}
