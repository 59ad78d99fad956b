import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../database/db.server.ts";
import type { Actor } from "./actor.server.ts";
import { audit } from "./tables.server.ts";

type Deed = {
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
export async function writeAudit(tx: Tx, by: Actor, { before, after, ...deed }: Deed): Promise<void> {
  await tx.insert(audit).values({
    staffId: by.id,
    staffName: by.name,
    role: by.role,
    requestId: by.requestId,
    ip: by.ip,
    before: before && changedIn(before, after),
    after: after && changedIn(after, before),
    ...deed,
  });
}

/** The fields of `one` that stand otherwise in `other`, or not at all. */
function changedIn(one: object, other: object = {}): Record<string, unknown> {
  const others = new Map(Object.entries(other));
  return Object.fromEntries(
    Object.entries(one).filter(([name, value]) => !isDeepStrictEqual(value, others.get(name))),
  );
}
