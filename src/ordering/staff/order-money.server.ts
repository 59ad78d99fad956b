import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import type { LinePieces } from "../restock-lines.server.ts";

type Owing = { orderId: string; reason: string; by: Actor };

/**
 * What staff's deeds on an order need of its money, each within the deed's transaction; src/payments provides it.
 * Everything locks in one order, so that nothing deadlocks: payments, the order, its goods.
 */
export type OrderMoney = {
  /** Locks the payments of an order, before the order is locked; without it a deadlock is tried again. */
  lock?: (tx: Tx, orderId: string) => Promise<unknown>;
  /** The payment that an unpaid order waits for is closed, and its code looked for no more. */
  closeWaiting: (tx: Tx, orderId: string, by: Actor) => Promise<unknown>;
  /** All that is left of a paid order's money, in KES, is to go back. Undefined: nothing is left. */
  oweAll: (tx: Tx, owing: Owing) => Promise<{ amount: number } | undefined>;
  /** A part of it, in KES, is to go back, and the order goes on. */
  owePart: (tx: Tx, owing: Owing & { amount: number }) => Promise<unknown>;
  /** Pieces of a paid order's lines that refunds name which are done, under way or to be repeated. */
  piecesGivenBack: (tx: Tx, orderId: string) => Promise<LinePieces[]>;
  /** An unpaid order, written with its new lines, costs this much by now: its code is held against that. */
  expectAmount: (tx: Tx, orderId: string, amount: number) => Promise<unknown>;
};
