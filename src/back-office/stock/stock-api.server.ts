import { changeStock, stockLedger } from "../../catalogue/staff/change-stock.server.ts";
import { PACKING_REASONS } from "../../catalogue/staff/rules.ts";
import { demandRight } from "../guard-staff.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { right: "stock" } as const;

/** /api/staff/goods/:id/stock: what there is of a product, and moves of it. */
export function stockApi(route: Route, context: StaffContext): void {
  const { db } = context;
  route(contract.readStock, about, ({ params, query }) => stockLedger(db, params.id, query));
  route(contract.changeStock, about, ({ params, body, by, session, idempotencyKey: key }) => {
    if (!PACKING_REASONS.includes(body.reason)) demandRight(session.role, "stock.any-reason");
    return changeStock(db, { id: params.id, ...body, by, key });
  });
}
