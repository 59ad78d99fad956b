import { eq, sql } from "drizzle-orm";
import { transaction } from "../../platform/database/db.server.ts";
import { notifyOwner } from "../core/owner-notices.server.ts";
import { readMerchant } from "./merchant.server.ts";
import { pullTillPayments } from "./pull.server.ts";
import { providerTurns } from "./tables.server.ts";

type Parts = Parameters<typeof pullTillPayments>[0];

/** The row that is there while a night's list is unread; its time is when that could not be read first. */
const UNREAD = "mpesa pull";

/**
 * Reads the list of the till's payments (docs/payments.md, "Pull"), each night. One that cannot be read stays unread for
 * `repeatPull`; the owner hears of a whole day, for M-Pesa lists no more than two.
 */
export async function pullNightly(parts: Parts): Promise<void> {
  // there is nothing to read until it is set up
  if (!readMerchant(parts.config)) return;
  const { reason } = await pullTillPayments(parts);
  await (reason === undefined ? noteRead(parts) : noteUnread(parts, reason));
}

/** Reads what was left unread, each hour; one process at a time, as all tasks by the clock. */
export async function repeatPull(parts: Parts): Promise<void> {
  if ((await parts.db.$count(providerTurns, eq(providerTurns.name, UNREAD))) > 0) await pullNightly(parts);
}

async function noteRead({ db }: Parts): Promise<void> {
  await db.delete(providerTurns).where(eq(providerTurns.name, UNREAD));
}

async function noteUnread({ db }: Parts, reason: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [unread] = await tx
      .insert(providerTurns)
      .values({ name: UNREAD })
      // gives the row as it is
      .onConflictDoUpdate({ target: providerTurns.name, set: { name: UNREAD } })
      .returning({
        since: providerTurns.nextAt,
        isLong: sql<boolean>`${providerTurns.nextAt} <= now() - interval '1 day'`,
      });
    if (!unread?.isLong) return;
    const what = `M-Pesa's list of payments could not be read for a day (${reason}): compare the till's statement`;
    await notifyOwner(tx, { key: `pull:${unread.since.toISOString()}`, what, show: "exceptions" });
  });
}
