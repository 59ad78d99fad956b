import type { Http } from "../../platform/http/http.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";
import { listAudit } from "./list-audit.server.ts";

/** GET /api/staff/audit. */
export function auditApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  route(
    contract.listAudit,
    { tag: "audit", right: "audit", summary: "Who did what, newest first" },
    ({ query }) => listAudit(context.db, query),
  );
}
