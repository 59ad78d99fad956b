import { endEverySession } from "./accounts/sign-in/session.server.ts";
import { endAllStaffSessions } from "./back-office/sign-in/staff-session.server.ts";
import { askAgainAfterRestore } from "./payments/after-restore.server.ts";
import type { Actor } from "./platform/audit/actor.server.ts";
import { writeAudit } from "./platform/audit/write-audit.server.ts";
import type { Tx } from "./platform/database/db.server.ts";
import { jobs } from "./platform/jobs/tables.server.ts";
import { holdMails } from "./platform/mail/outbox.server.ts";

/** Mails that are listed; the text says how many more there are. */
const NAMED = 50;

/**
 * Adapts the rows of a restored backup: sign-ins and links end, waiting mails are held, and every payment or refund that was
 * not settled with a provider is asked about. Writes it to the audit log.
 * @returns lines for the owner: what to check by hand
 */
export async function adaptRestored(
  tx: Tx,
  { by, takenAt }: { by: Actor; takenAt: string },
): Promise<string[]> {
  await endEverySession(tx);
  await endAllStaffSessions(tx);
  // jobs only wake the work: the first start finds what is due
  await tx.delete(jobs);
  const mails = await holdMails(tx);
  const { payments, refunds } = await askAgainAfterRestore(tx);
  await writeAudit(tx, by, { action: "shop.restore", subjectKind: "backup", subjectId: takenAt });
  return [
    `These are the data of ${takenAt}. Everybody is signed out.`,
    `Payments that are asked about once more: ${payments}. Refunds that may have gone out since, and wait for you under Money: ${refunds}.`,
    `Compare the statements of M-Pesa and Flutterwave since then: payments that began later are not in the backup.`,
    `Look at the people of the back office: whoever was disabled since then may sign in again.`,
    ...listMails(mails),
  ];
}

function listMails(mails: { to: string; subject: string }[]): string[] {
  if (mails.length === 0) return [];
  const more = mails.length > NAMED ? [`  … and ${mails.length - NAMED} more`] : [];
  return [
    `These mails waited at that time and may have been sent since; send or drop each under Mails:`,
    ...mails.slice(0, NAMED).map(({ to, subject }) => `  ${to}: ${subject}`),
    ...more,
  ];
}
