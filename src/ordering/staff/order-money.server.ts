import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import type { Purchase } from "../purchase.server.ts";

type Deed = { orderId: string; reason: string; by: Actor };

/**
 * What staff's deeds on an order need of its payments, each within the deed's transaction; src/payments provides them.
 * Everything locks in one order, so that nothing deadlocks: payments, the order, its goods.
 */
export type OrderPayments = {
  /** Locks the payments of an order. Called before the order is locked. */
  lock: (tx: Tx, orderId: string) => Promise<void>;
  /** Nobody paid: the payment that an order waits for is closed, and its code looked for no more. */
  close: (tx: Tx, deed: Deed) => Promise<void>;
  /** Money of a paid order is to go back, `amount` in KES; all that it was paid with where that is not given. */
  refund: (tx: Tx, deed: Deed & { amount?: number }) => Promise<void>;
  /** The payment that an order waits for is for these goods and this total from now on. */
  reprice: (tx: Tx, priced: { orderId: string; purchase: Purchase; by: Actor }) => Promise<void>;
};
