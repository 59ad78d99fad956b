import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/db.server.ts";
import { audit } from "./tables.server.ts";

/**
 * Who of the staff did one of these actions to a subject last, and when (milliseconds since 1970); null where nobody has.
 * `fields`: one that changed any of these.
 */
export async function lastAction(
  db: Db | Tx,
  kind: string,
  id: string,
  actions?: string[],
  fields: string[] = [],
): Promise<{ by: string | null; at: number | null }> {
  const [last] = await db
    .select({ by: audit.staffName, at: audit.at })
    .from(audit)
    .where(
      and(
        eq(audit.subjectKind, kind),
        eq(audit.subjectId, id),
        actions && inArray(audit.action, actions),
        or(
          ...fields.map(
            (field) =>
              sql`${audit.before} -> ${field}::text is distinct from ${audit.after} -> ${field}::text`,
          ),
        ),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1);
  return last ? { by: last.by, at: last.at.getTime() } : { by: null, at: null };
}

/** Characters of a text that lists of the audit show. */
const SHOWN = 200;

/** The fields of an entry as lists show them: a long text is cut, the audit itself has it whole. */
export function shortened<T>(value: T): T {
  if (typeof value === "string" && value.length > SHOWN) return `${value.slice(0, SHOWN).trimEnd()}…` as T;
  if (Array.isArray(value)) return value.map(shortened) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)])) as T;
}
