import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { shortened } from "../../platform/audit/read-audit.server.ts";
import { audit } from "../../platform/audit/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** GET /api/staff/audit. */
export function auditApi(route: Route, context: StaffContext): void {
  route(contract.listAudit, { right: "audit" }, ({ query }) => listAudit(context.db, query));
}

/** A page of the audit, newest first; `next` is the `after` of the page that follows. */
async function listAudit(
  db: Db,
  { who, subject, from, to, after, limit }: z.infer<typeof contract.listAudit.query>,
) {
  const found = await db
    .select()
    .from(audit)
    .where(
      and(
        who ? eq(audit.staffId, who) : undefined,
        subject ? isNamed(subject) : undefined,
        from ? gte(audit.at, startOf(from)) : undefined,
        to ? lt(audit.at, sql`${startOf(to)} + interval '1 day'`) : undefined,
        after && /^\d{1,18}$/.test(after) ? lt(audit.id, Number(after)) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  return {
    rows: page.map((row) => ({
      _id: String(row.id),
      at: row.at.getTime(),
      who: { _id: row.staffId, name: row.staffName, role: row.role },
      action: row.action,
      subject: { kind: row.subjectKind, _id: row.subjectId },
      before: shortened(row.before),
      after: shortened(row.after),
      reason: row.reason,
    })),
    next: found.length > limit ? String(page.at(-1)?.id) : null,
  };
}

/** By the whole id, or by its last 8 signs, which is all that screens show of it. */
function isNamed(typed: string): SQL | undefined {
  const short = typed.trim().replace(/^#/, "").toUpperCase();
  const whole = eq(audit.subjectId, typed);
  // only where it can match: no index serves it
  return short.length === 8 ? or(whole, eq(sql`right(${audit.subjectId}, 8)`, short)) : whole;
}

/** Midnight in Nairobi at the beginning of a day. */
function startOf(day: string): SQL {
  return sql`(${day}::date)::timestamp at time zone 'Africa/Nairobi'`;
}
