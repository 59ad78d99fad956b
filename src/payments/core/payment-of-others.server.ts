import { inArray, sql } from "drizzle-orm";
import { type Before, ordersOfKey, refusedForOthers } from "../../ordering/place/awaiting-order.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { SEEN_SQL } from "./active-payments.server.ts";
import { AGE_SECONDS, PROMPTING } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/** Seconds after which a card's page, or a prompt whose outcome nobody knows, cannot be paid any more. */
export const CARD_PAGE_ENDS = 30 * 60;
const PROMPT_ENDS = 25 * 3_600;

const isPrompting = inArray(payments.state, PROMPTING);

/** Whether its money is here or may still come; a typed code whose order was refused counts once its money is found. */
const IS_OUT = sql`case ${payments.method}
  when 'mpesa' then ${payments.state} in ('paid_held', 'needs_review') or ${isPrompting} and ${AGE_SECONDS} < ${PROMPT_ENDS}
  when 'flutterwave' then ${payments.state} in ('paid_held', 'needs_review')
    or ${isPrompting} and (${SEEN_SQL} or ${AGE_SECONDS} < ${CARD_PAGE_ENDS})
  else ${payments.state} = 'paid_held' end`;

/**
 * Why this shopper cannot pay under a key whose orders belong to somebody who was signed in on the same browser before: one of
 * them is placed (refusedForOthers), or a payment of one is under way, and another payment would charge a second time. Of that
 * person nothing but the way to pay is disclosed. ShopError 409
 */
export async function refusalOfOthers(tx: Db | Tx, others: Before["others"]): Promise<ShopError | undefined> {
  const refused = refusedForOthers(others);
  if (refused || others.length === 0) return refused;
  const ids = others.map(({ id }) => id);
  const [found] = await tx
    .select({ method: payments.method })
    .from(payments)
    .where(sql`${inArray(payments.orderId, ids)} and ${IS_OUT}`)
    .orderBy(sql`${payments.id} desc`)
    .limit(1);
  return found && new ShopError(409, PAYMENT_TEXTS.stillChecking, found);
}

/** What a payment under this key would be refused with now, because of somebody else. */
export async function refusedBecauseOfOthers(
  db: Db,
  userId: string,
  keyHash: string,
): Promise<string | undefined> {
  const others = (await ordersOfKey(db, keyHash)).filter((order) => order.userId !== userId);
  return (await refusalOfOthers(db, others))?.message;
}
