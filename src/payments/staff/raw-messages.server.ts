import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { payments } from "../core/tables.server.ts";
import { codeChecks } from "../mpesa/till-code/tables.server.ts";
import { refundAttempts, refunds } from "../refunds/tables.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { webhookInbox } from "../webhooks/tables.server.ts";

/** What a provider sent, as it came. */
export type RawMessage = Pick<
  typeof webhookInbox.$inferSelect,
  "id" | "kind" | "receivedAt" | "outcome" | "body"
>;

/**
 * Everything that providers sent about a sum and its attempt in the last 90 days, oldest first: what came to an address of its
 * own, and what bears its name or its money's. Bodies name phones: for the owner alone.
 */
export async function rawMessagesOf(
  db: Db,
  { paymentId, moneyId }: { paymentId: string | null; moneyId: string | null },
): Promise<RawMessage[]> {
  const asked = sql`select ${codeChecks.secretHash} from ${codeChecks} where ${codeChecks.paymentId} = ${paymentId}
    union all select ${refundAttempts.secretHash} from ${refundAttempts}
      join ${refunds} on ${refunds.id} = ${refundAttempts.refundId}
      join ${transactions} t on t.id = ${refunds.transactionId} where t.payment_id = ${paymentId} or t.id = ${moneyId}`;
  const name = (column: "reference" | "typedCode") =>
    sql`(select ${payments[column]} from ${payments} where ${eq(payments.id, paymentId ?? "")})`;
  const receipts = sql`select receipt from ${transactions} where payment_id = ${paymentId} or id = ${moneyId}`;
  const { id, kind, receivedAt, outcome, body } = webhookInbox;
  return db
    .select({ id, kind, receivedAt, outcome, body })
    .from(webhookInbox)
    .where(
      sql`${webhookInbox.about} = ${paymentId} or ${webhookInbox.about} in (${asked})
        or ${webhookInbox.receipt} = ${name("typedCode")} or ${webhookInbox.receipt} in (${receipts})
        or ${webhookInbox.reference} = ${name("reference")}`,
    )
    .orderBy(webhookInbox.receivedAt, webhookInbox.id);
}
