import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../database/db.server.ts";
import type { Actor } from "./actor.server.ts";
import { audit } from "./tables.server.ts";

export type Deed = {
  /** Feature and verb, such as "order.step". */
  action: string;
  subjectKind: string;
  subjectId: string;
  /** The subject before and after; of fields in both, those that differ are kept. No secrets. */
  before?: object;
  after?: object;
  reason?: string;
};

/** Writes a deed into the audit log, within the transaction of the deed itself: both are there, or neither. */
export async function writeAudit(tx: Tx, by: Actor, deed: Deed): Promise<void> {
  await writeAudits(tx, by, [deed]);
}

/** The same of many deeds at once. */
export async function writeAudits(tx: Tx, by: Actor, deeds: readonly Deed[]): Promise<void> {
  if (deeds.length === 0) return;
  const { id: staffId, name: staffName, role, requestId, ip } = by;
  await tx.insert(audit).values(
    deeds.map(({ before, after, ...deed }) => ({
      staffId,
      staffName,
      role,
      requestId,
      ip,
      before: before && changedIn(before, after),
      after: after && changedIn(after, before),
      ...deed,
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
