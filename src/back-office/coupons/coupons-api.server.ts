import type { CouponFields } from "../../ordering/coupons/staff/contract.ts";
import {
  addCoupon,
  editCoupon,
  listCoupons,
  showCoupon,
} from "../../ordering/coupons/staff/coupons.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** /api/staff/coupons: codes that take something off an order. */
export function couponsApi(route: Route, context: StaffContext): void {
  const { db } = context;
  const reads = { right: "coupons.read" } as const;
  const edits = { right: "coupons.edit", money: true } as const;
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
