import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import { audit } from "../../platform/audit/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { paymentEvents } from "../core/tables.server.ts";
import { refundAttempts, refundResults, refunds } from "../refunds/tables.server.ts";
import { findTransaction } from "../transactions/queries.server.ts";
import { exceptions } from "../transactions/tables.server.ts";

/** Everything known of a sum, or of an attempt that has none: what came, what was done about it, by whom. */
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
