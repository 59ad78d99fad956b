import type { CouponKind } from "../src/ordering/coupons/rules.ts";
import { newId } from "../src/platform/id.server.ts";
import type { TestShop } from "./shop.ts";

let codes = 0;

type CouponFields = {
  code?: string;
  kind?: CouponKind;
  value?: number;
  minimum?: number;
  startsAt?: Date;
  endsAt?: Date;
  maxUses?: number;
  perShopper?: number;
  category?: string;
  source?: string;
  active?: boolean;
};

/** Adds a coupon, ten percent off for everybody unless said otherwise; gives its id and code. */
export async function addCoupon(shop: Pick<TestShop, "query">, given: CouponFields = {}) {
  codes += 1;
  const {
    code = `TEST${codes}`,
    kind = "percent",
    value = kind === "delivery" ? 0 : 10,
    minimum = 0,
  } = given;
  const id = newId();
  await shop.query(
    `insert into coupons (id, code, kind, value, minimum, starts_at, ends_at, max_uses, per_shopper, category, source, active)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      code,
      kind,
      value,
      minimum,
      given.startsAt ?? null,
      given.endsAt ?? null,
      given.maxUses ?? null,
      given.perShopper ?? null,
      given.category ?? null,
      given.source ?? "",
      given.active ?? true,
    ],
  );
  return { id, code };
}

/** How many have it now. */
export async function usesOf(shop: Pick<TestShop, "query">, { id }: { id: string }): Promise<number> {
  const rows = await shop.query("select id from coupon_uses where coupon_id = $1", [id]);
  return rows.length;
}

/** That many coupons, each with as many uses, as years of episodes leave them. */
export async function inventCoupons(
  shop: Pick<TestShop, "query">,
  { coupons, uses }: { coupons: number; uses: number },
): Promise<void> {
  await shop.query(
    `insert into coupons (id, code, kind, value, minimum, starts_at, ends_at, max_uses, per_shopper, source)
     select 'many' || lpad(n::text, 8, '0'), 'MANY' || n, 'percent', 10, 2000, now(), now() + interval '30 days', 100, 1,
       'heard in episode ' || n
     from generate_series(1, $1::int) n`,
    [coupons],
  );
  await shop.query(
    `insert into coupon_uses (id, coupon_id, shopper)
     select id || '-' || n, id, array['account ' || n] from coupons, generate_series(1, $1::int) n where code like 'MANY%'`,
    [uses],
  );
  await shop.query("analyze coupons");
  await shop.query("analyze coupon_uses");
}
