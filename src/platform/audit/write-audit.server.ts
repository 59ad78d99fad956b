import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../database/db.server.ts";
import type { Actor } from "./actor.server.ts";
import { audit } from "./tables.server.ts";

/** One entry of the audit log: what was done to which subject. */
type AuditEntry = {
  /** Feature and verb, such as "order.step". */
  action: string;
  subjectKind: string;
  subjectId: string;
  /** The subject before and after; of fields in both, those that differ are kept. No secrets. */
  before?: object;
  after?: object;
  reason?: string;
};

/** Writes an entry into the audit log, within the transaction of what it records: both are there, or neither. */
export async function writeAudit(tx: Tx, by: Actor, entry: AuditEntry): Promise<void> {
  await writeAudits(tx, by, [entry]);
}

/** The same for many entries, in one statement. */
export async function writeAudits(tx: Tx, by: Actor, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { id: staffId, name: staffName, role, requestId, ip } = by;
  await tx.insert(audit).values(
    entries.map(({ before, after, ...entry }) => ({
      staffId,
      staffName,
      role,
      requestId,
      ip,
      before: before && changedIn(before, after),
      after: after && changedIn(after, before),
      ...entry,
    })),
  );
}

/** The fields of `one` that stand otherwise in `other`, or not at all. */
function changedIn(one: object, other: object = {}): Record<string, unknown> {
  const others = new Map(Object.entries(other));
  return Object.fromEntries(
    Object.entries(one).filter(([name, value]) => !isDeepStrictEqual(value, others.get(name))),
  );
}
