import { and, eq, isNull, sql } from "drizzle-orm";
import type { Method } from "../ordering/rules.ts";
import { type Db, isConnectionLost, type Tx, transaction } from "../platform/db.server.ts";
import type { Desk } from "./desk.server.ts";
import { addDiscrepancy } from "./discrepancies.server.ts";
import { discrepancies, hookInbox } from "./tables.server.ts";

export type Hook = Pick<typeof hookInbox.$inferSelect, "id" | "kind" | "about" | "body" | "tries">;

export const HOOK = {
  id: hookInbox.id,
  kind: hookInbox.kind,
  about: hookInbox.about,
  body: hookInbox.body,
  tries: hookInbox.tries,
};

/** Neither worked on nor given to the owner, and not in a pause after a try that failed. */
export const WAITING = sql`${hookInbox.processedAt} is null and ${hookInbox.parkedAt} is null
  and (${hookInbox.nextTryAt} is null or ${hookInbox.nextTryAt} <= now())`;

/** Seconds after each try that failed; the fifth parks it. */
const PAUSES = [15, 60, 300, 900];

/** What could not be read at an address we gave out. */
export const UNREADABLE = "unreadable";

/** What came of it. What nobody can read waits for the owner: it may have been money. */
export async function closeHook(tx: Tx | Db, hook: Hook, outcome: string): Promise<void> {
  await tx.update(hookInbox).set({ processedAt: sql`now()`, outcome }).where(eq(hookInbox.id, hook.id));
  if (outcome === UNREADABLE) await noteMessage(tx as Tx, hook, "could not be read");
  // it was tried again, perhaps by the owner, and now there is nothing left to decide
  else if (hook.tries > 0)
    await tx
      .update(discrepancies)
      .set({ state: "closed", reason: outcome, closedAt: sql`now()` })
      .where(
        and(
          eq(discrepancies.hookId, hook.id),
          eq(discrepancies.kind, "message"),
          isNull(discrepancies.closedAt),
        ),
      );
}

/**
 * It could not be worked on: it pauses, and after five tries waits for the owner; whatever else came is worked on all the
 * same. A database that is away is no try. @throws the error itself, when the database is away
 */
export async function postponeHook(desk: Desk, hook: Hook, error: unknown): Promise<void> {
  if (isConnectionLost(error)) throw error;
  desk.log.error({ err: error, hook: hook.id, tries: hook.tries + 1 }, "a hook could not be worked on");
  await transaction(desk.db, async (tx) => {
    const pause = PAUSES[hook.tries];
    const postponed = await tx
      .update(hookInbox)
      .set({
        tries: hook.tries + 1,
        ...(pause === undefined
          ? { parkedAt: sql`now()` }
          : { nextTryAt: sql`now() + make_interval(secs => ${pause})` }),
      })
      // of two processes that met it at once one counts
      .where(
        and(
          eq(hookInbox.id, hook.id),
          eq(hookInbox.tries, hook.tries),
          isNull(hookInbox.processedAt),
          isNull(hookInbox.parkedAt),
        ),
      )
      .returning({ id: hookInbox.id });
    if (postponed.length > 0 && pause === undefined) await noteMessage(tx, hook, "could not be worked on");
  });
}

const FROM: Record<Hook["kind"], { who: string; method: Method }> = {
  stk: { who: "M-Pesa's callback of a prompt", method: "mpesa" },
  c2b: { who: "M-Pesa's word of money at the till", method: "cod" },
  result: { who: "M-Pesa's answer", method: "cod" },
  timeout: { who: "M-Pesa's answer", method: "cod" },
  card: { who: "a webhook of the card provider", method: "flutterwave" },
};

async function noteMessage(tx: Tx, { id, kind, about }: Hook, how: string): Promise<void> {
  const { who, method } = FROM[kind];
  await addDiscrepancy(tx, {
    key: `hook:${id}`,
    kind: "message",
    hookId: id,
    // the address of a push is its payment's
    paymentId: kind === "stk" ? about : null,
    method,
    what: `${who} ${how}`,
  });
}
