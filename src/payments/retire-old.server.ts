import { and, eq, sql } from "drizzle-orm";
import { releaseHold } from "../ordering/holds.server.ts";
import { transaction } from "../platform/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { advance } from "./advance.server.ts";
import type { Desk } from "./desk.server.ts";
import type { Aged } from "./queries.server.ts";
import { RETRY_AFTER, TEXTS } from "./rules.ts";
import { payments } from "./tables.server.ts";

/**
 * A push of three minutes ago that nobody answered makes way for another payment, with its goods, once M-Pesa was asked
 * again and knew of no money (payments reference 3.1).
 * @throws ShopError 409 M-Pesa did not answer
 */
export async function retireOld(desk: Desk, active: Aged[]): Promise<void> {
  for (const old of active) {
    if (old.method !== "mpesa" || old.age < RETRY_AFTER) continue;
    if (!(await advance(desk, old.id, { fresh: true }))) throw new ShopError(409, TEXTS.stillChecking);
    await transaction(desk.db, async (tx) => {
      const retired = await tx
        .update(payments)
        .set({ active: false })
        .where(and(eq(payments.id, old.id), sql`${payments.state} in ('pending', 'submit_unknown')`))
        .returning({ id: payments.id });
      if (retired.length > 0) await releaseHold(tx, old.id, old.lines);
    });
  }
}
