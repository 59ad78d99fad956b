import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import { audit } from "../../platform/audit/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { paymentEvents, payments } from "../core/tables.server.ts";
import { codeChecks } from "../mpesa/till-code/tables.server.ts";
import { findTransaction } from "../transactions/queries.server.ts";
import {
  exceptions,
  refundAttempts,
  refundResults,
  refunds,
  transactions,
} from "../transactions/tables.server.ts";
import { webhookInbox } from "../webhooks/tables.server.ts";

/** Everything known about a sum, or about an attempt that has none: what came, what was done about it, by whom. */
export async function moneyHistory(db: Db, id: string) {
  const money = await findTransaction(db, id);
  const payment = await findPayment(db, money ? (money.paymentId ?? "") : id);
  if (!money && !payment) return undefined;
  const its = await db
    .select()
    .from(refunds)
    .where(eq(refunds.transactionId, money?.id ?? ""))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const attempts = await db
    .select({
      ...getTableColumns(refundAttempts),
      age: sql<number>`extract(epoch from now() - ${refundAttempts.startedAt})::float8`,
    })
    .from(refundAttempts)
    .where(inArray(refundAttempts.refundId, idsOf(its)))
    .orderBy(refundAttempts.startedAt, refundAttempts.id);
  const results = await db
    .select()
    .from(refundResults)
    .where(inArray(refundResults.attemptId, idsOf(attempts)))
    .orderBy(refundResults.id);
  const events = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, payment?.id ?? ""))
    .orderBy(paymentEvents.id);
  const matters = await db
    .select()
    .from(exceptions)
    .where(isAbout(money?.id, payment?.id))
    .orderBy(exceptions.createdAt);
  const actions = await db
    .select()
    .from(audit)
    .where(inArray(audit.subjectId, [money?.id ?? "", payment?.id ?? "", ...idsOf(its)]))
    .orderBy(audit.id);
  return { money, payment, refunds: its, attempts, results, events, exceptions: matters, actions };
}

function isAbout(moneyId: string | undefined, paymentId: string | undefined): SQL | undefined {
  return or(
    sql`${exceptions.transactionId} = ${moneyId ?? null}`,
    sql`${exceptions.paymentId} = ${paymentId ?? null}`,
  );
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** A message as its provider sent it. */
type RawMessage = Pick<typeof webhookInbox.$inferSelect, "id" | "kind" | "receivedAt" | "outcome" | "body">;

/**
 * Everything that providers sent about a sum and its attempt in the last 90 days, oldest first: messages to an address of their
 * own, and those with the attempt's reference or the money's receipt. Bodies name phones: only the owner may see them.
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
