import type { CouponFields } from "../../ordering/coupons/staff/contract.ts";
import {
  addCoupon,
  editCoupon,
  listCoupons,
  showCoupon,
} from "../../ordering/coupons/staff/coupons.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const tag = "coupons";

/** /api/staff/coupons: codes that take something off an order. */
export function couponsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db } = context;
  const reads = { tag, right: "coupons.read" } as const;
  const edits = { tag, right: "coupons.edit", money: true } as const;
  route(contract.listCoupons, reads, ({ query }) => listCoupons(db, query));
  route(contract.showCoupon, reads, async ({ params }) => ({
    coupon: await showCoupon(db, params.id),
  }));
  route(contract.addCoupon, edits, async ({ body, by }) => ({
    coupon: await showCoupon(db, await addCoupon(db, { fields: body, by })),
  }));
  route(contract.editCoupon, edits, async ({ params: { id }, body: { version, ...named }, by }) => {
    const given = Object.entries(named).filter(([, value]) => value !== undefined);
    const changes = Object.fromEntries(given) as Partial<CouponFields>;
    await editCoupon(db, { id, version, changes, by });
    return { coupon: await showCoupon(db, id) };
  });
}
