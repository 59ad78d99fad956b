import { productStanding } from "../catalogue/staff/find-product.server.ts";
import { couponStanding } from "../ordering/coupons/staff/coupons.server.ts";
import { orderStanding } from "../ordering/staff/stale-order.server.ts";
import { type Standing, standingAtCounter } from "../payments/core/standing.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { personStanding } from "./people/people.server.ts";

/** What calls are about, by the beginning of their path. */
const SUBJECTS: [path: string, find: (db: Db, id: string) => Promise<Standing | undefined>][] = [
  ["/api/staff/orders/:id", orderStanding],
  ["/api/staff/payments/:id", standingAtCounter],
  ["/api/staff/codes/:payment", standingAtCounter],
  ["/api/staff/people/:id", personStanding],
  ["/api/staff/goods/:id", productStanding],
  ["/api/staff/coupons/:id", couponStanding],
];

/** Every 409 says how the call's subject stands now, who changed it last and when; null where there is none of it. */
export async function withStanding(
  db: Db,
  error: unknown,
  { path, params }: { path: string; params: unknown },
): Promise<unknown> {
  if (!(error instanceof ShopError) || error.status !== 409 || "current" in error.fields) return error;
  const find = SUBJECTS.find(([begin]) => path === begin || path.startsWith(`${begin}/`))?.[1];
  const [id] = Object.values((params ?? {}) as Record<string, string>);
  const standing = id === undefined ? undefined : await find?.(db, id);
  return new ShopError(409, error.message, {
    current: null,
    by: null,
    at: null,
    ...standing,
    ...error.fields,
  });
}
