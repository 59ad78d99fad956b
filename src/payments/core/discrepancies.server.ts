import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { AMOUNT_MAX } from "../../ordering/rules.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import type { Discrepancy } from "../refunds/returned-money.server.ts";
import { notifyOwner } from "../staff/owner-notices.server.ts";
import type { Payment, SeenMoney } from "./provider.server.ts";
import { findPayment } from "./queries.server.ts";
import { discrepancies } from "./tables.server.ts";

type Noted = Pick<typeof discrepancies.$inferInsert, "key" | "kind" | "what"> &
  Partial<Pick<Discrepancy, "paymentId" | "webhookId" | "method" | "receipt" | "amount">>;

/** Writes down what only the owner can decide, once per `key`, and mails it; it stays listed until he has decided. */
export async function addDiscrepancy(tx: Tx, noted: Noted): Promise<void> {
  const [added] = await tx
    .insert(discrepancies)
    .values({ id: newId(), ...noted })
    .onConflictDoNothing({ target: discrepancies.key })
    .returning();
  if (!added) return;
  const payment = added.paymentId ? await findPayment(tx, added.paymentId) : undefined;
  await notifyOwner(tx, { key: `discrepancy:${added.id}`, what: added.what, show: added.id, payment });
}

/** More money under the name of a payment than its own: by its receipt it is noted once, whoever tells of it. */
export async function addSecondCharge(
  tx: Tx,
  { id, method }: Pick<Payment, "id" | "method">,
  what: string,
  { receipt, amount }: Partial<SeenMoney> = {},
): Promise<void> {
  await addDiscrepancy(tx, {
    key: receipt ? `second:${receipt}` : `second:${id}:${what}`,
    kind: "second_charge",
    paymentId: id,
    method,
    receipt: receipt ?? null,
    // what no order of ours can cost is left for the owner to state
    amount: amount !== undefined && amount > 0 && amount <= AMOUNT_MAX ? amount : null,
    what,
  });
}

export async function findDiscrepancy(db: Db | Tx, id: string): Promise<Discrepancy | undefined> {
  const [found] = await db.select().from(discrepancies).where(eq(discrepancies.id, id));
  return found;
}

/** The owner has looked and leaves it at that. False: it is none, decided, or its money is on its way back. */
export async function closeDiscrepancy(tx: Tx, id: string, reason: string): Promise<boolean> {
  const closed = await tx
    .update(discrepancies)
    .set({ state: "closed", reason, closedAt: sql`now()` })
    .where(
      and(
        eq(discrepancies.id, id),
        isNull(discrepancies.closedAt),
        inArray(discrepancies.state, ["open", "refund_failed"]),
      ),
    )
    .returning({ id: discrepancies.id });
  return closed.length > 0;
}
