import { eq, sql } from "drizzle-orm";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { notifyOwner } from "../core/owner-notices.server.ts";
import { readMerchant } from "./merchant.server.ts";
import { pullTillPayments } from "./pull.server.ts";
import { providerTurns } from "./tables.server.ts";

type Parts = Parameters<typeof pullTillPayments>[0];

/** `name`: of the row that is there while a night's list is unread; its time is when that could not be read first. */
type NightlyList = { name: string; list: string; other: string };
const PULL = { name: "mpesa pull", list: "M-Pesa's list of payments", other: "the till's statement" };

/**
 * Reads the list of the till's payments (docs/payments.md, "Pull"), each night. If that fails, `repeatPull` tries again; after a
 * whole day the owner is notified, as M-Pesa lists only the last two days.
 */
export async function pullNightly(parts: Parts): Promise<void> {
  // without its settings there is nothing to read
  if (!readMerchant(parts.config)) return;
  const { reason } = await pullTillPayments(parts);
  await noteList(parts.db, PULL, reason);
}

/** Reads the list again each hour while it is unread; one process at a time, as all tasks by the clock. */
export async function repeatPull(parts: Parts): Promise<void> {
  if ((await parts.db.$count(providerTurns, eq(providerTurns.name, PULL.name))) > 0) await pullNightly(parts);
}

/** A list was read, or why it could not be: after a whole day the owner hears of it, and what to compare with instead. */
export async function noteList(
  db: Db,
  { name, list, other }: NightlyList,
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) return void (await db.delete(providerTurns).where(eq(providerTurns.name, name)));
  await transaction(db, async (tx) => {
    const [unread] = await tx
      .insert(providerTurns)
      .values({ name })
      // gives the row as it is
      .onConflictDoUpdate({ target: providerTurns.name, set: { name } })
      .returning({
        since: providerTurns.nextAt,
        isLong: sql<boolean>`${providerTurns.nextAt} <= now() - interval '1 day'`,
      });
    if (!unread?.isLong) return;
    const what = `${list} could not be read for a day (${reason}): compare ${other}`;
    await notifyOwner(tx, { key: `pull:${name}:${unread.since.toISOString()}`, what, show: "exceptions" });
  });
}
