import { and, desc, eq, inArray } from "drizzle-orm";
import type { Db, Tx } from "../database/db.server.ts";
import { audit } from "./tables.server.ts";

/** Who of the staff did one of these deeds to a subject last, and when (milliseconds since 1970); null where nobody has. */
export async function lastDeed(
  db: Db | Tx,
  kind: string,
  id: string,
  actions?: string[],
): Promise<{ by: string | null; at: number | null }> {
  const [last] = await db
    .select({ by: audit.staffName, at: audit.at })
    .from(audit)
    .where(
      and(eq(audit.subjectKind, kind), eq(audit.subjectId, id), actions && inArray(audit.action, actions)),
    )
    .orderBy(desc(audit.id))
    .limit(1);
  return last ? { by: last.by, at: last.at.getTime() } : { by: null, at: null };
}
