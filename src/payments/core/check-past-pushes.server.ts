import { isDatabaseAway } from "../../platform/database/db.server.ts";
import { findPastPushes } from "./active-payments.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import { reconcile } from "./reconcile.server.ts";

/**
 * Asks M-Pesa once more about pushes of three minutes ago that nobody answered, before more money is asked for: one that was
 * paid meanwhile has its order then. Whether it answers or not, they bar nobody.
 */
export async function checkPastPushes(
  context: PaymentContext,
  userId: string,
  phone?: string,
): Promise<void> {
  for (const id of await findPastPushes(context.db, userId, phone)) {
    try {
      await reconcile(context, id, { fresh: true });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      context.log.error({ err: error, what: id }, "an earlier push could not be asked about");
    }
  }
}
