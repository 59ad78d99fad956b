import { and, eq, isNull, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { PaymentContext } from "../core/provider.server.ts";
import { closeException, type Exception } from "../transactions/queries.server.ts";
import { exceptions } from "../transactions/tables.server.ts";
import { webhookInbox } from "../webhooks/tables.server.ts";
import { readReason } from "./refusals.server.ts";

/** @throws ShopError 404; 409 `{current, by, at}` it is closed */
async function lockOpen(tx: Tx, id: string): Promise<Exception> {
  const [found] = await tx.select().from(exceptions).where(eq(exceptions.id, id)).for("update");
  if (!found) throw new ShopError(404, "There is no such matter.");
  const { closedAt, closedBy } = found;
  if (closedAt)
    throw new ShopError(409, `Nothing was changed: this is closed by now (${closedBy}).`, {
      current: "closed",
      by: closedBy,
      at: closedAt.getTime(),
    });
  return found;
}

/** Closes an exception that the owner has looked into. @throws ShopError 400 no reason; 404; 409 it is closed */
export async function closeByStaff(
  { db }: PaymentContext,
  id: string,
  { reason, by }: { reason: string; by: Actor },
): Promise<void> {
  const why = readReason(reason);
  await transaction(db, async (tx) => {
    const found = await lockOpen(tx, id);
    await closeException(tx, id, { reason: why, by: by.name });
    if (found.webhookId)
      await tx
        .update(webhookInbox)
        .set({ processedAt: sql`now()`, outcome: "closed by the owner" })
        .where(and(eq(webhookInbox.id, found.webhookId), isNull(webhookInbox.processedAt)));
    await writeAudit(tx, by, {
      action: "exception.close",
      subjectKind: "exception",
      subjectId: id,
      reason: why,
    });
  });
}

/**
 * Processes a message once more that could not be read or processed; it stays listed until that succeeds.
 * @throws ShopError 404; 409 it is no message, or closed
 */
export async function tryAgain({ db }: PaymentContext, id: string, by: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockOpen(tx, id);
    if (!found.webhookId) throw new ShopError(409, "Only a message can be tried again.");
    const [webhook] = await tx
      .update(webhookInbox)
      // counts as one failed try, so that success closes the exception
      .set({ processedAt: null, outcome: null, parkedAt: null, nextTryAt: null, tries: 1 })
      .where(eq(webhookInbox.id, found.webhookId))
      .returning({ kind: webhookInbox.kind, about: webhookInbox.about });
    if (!webhook) throw new ShopError(409, "This message is deleted by now.");
    if (webhook.kind === "stk") await addJob(tx, "payment", webhook.about ?? "");
    else await addJob(tx, "webhook", webhook.kind);
    await writeAudit(tx, by, { action: "exception.again", subjectKind: "exception", subjectId: id });
  });
}
