import type { Http } from "../../platform/http/http.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";
import { countWaiting } from "./count-waiting.server.ts";

/** GET /api/staff/today: what waits, in counts. */
export function todayApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  route(contract.today, { tag: "today", right: "today", summary: "What waits, in counts" }, ({ session }) =>
    countWaiting(context.db, session.role),
  );
}
