import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { may } from "../rights.ts";
import { staff, staffSessions } from "../tables.server.ts";
import type { Session } from "./staff-session.server.ts";

/** The person's own sessions, or everybody's for who sees people. Last seen first. */
export async function listSessions(db: Db, viewer: Session) {
  const found = await db
    .select({
      _id: staffSessions.id,
      person: { _id: staff.id, name: staff.name },
      agent: staffSessions.agent,
      ip: staffSessions.ip,
      createdAt: staffSessions.createdAt,
      seenAt: staffSessions.seenAt,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(gt(staffSessions.expiresAt, sql`now()`), ofViewer(viewer)))
    .orderBy(desc(staffSessions.seenAt));
  return found.map(({ createdAt, seenAt, ...session }) => ({
    ...session,
    begun: createdAt.getTime(),
    seen: seenAt.getTime(),
    current: session._id === viewer.id,
  }));
}

/** Ends one of them, such as that of a lost phone; false when there is none that the viewer sees. */
export async function revokeSession(
  db: Db,
  { id, viewer, by }: { id: string; viewer: Session; by: Actor },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [ended] = await tx
      .delete(staffSessions)
      .where(and(eq(staffSessions.id, id), ofViewer(viewer)))
      .returning({ staffId: staffSessions.staffId });
    if (!ended) return false;
    await writeAudit(tx, by, {
      action: "person.end-session",
      subjectKind: "person",
      subjectId: ended.staffId,
    });
    return true;
  });
}

function ofViewer({ role, staffId }: Session) {
  return may(role, "people") ? undefined : eq(staffSessions.staffId, staffId);
}
