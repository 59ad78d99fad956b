import { coupons } from "../src/ordering/coupons/tables.server.ts";
import { newId } from "../src/platform/id.server.ts";
import type { TestShop } from "./shop.ts";

let codes = 0;

/** Adds a coupon, ten percent off for everybody unless said otherwise; gives its id and code. */
export async function addCoupon(
  shop: Pick<TestShop, "db">,
  given: Partial<typeof coupons.$inferInsert> = {},
): Promise<{ id: string; code: string }> {
  codes += 1;
  const value = given.kind === "delivery" ? 0 : 10;
  const coupon = { id: newId(), code: `TEST${codes}`, kind: "percent", value, ...given } as const;
  await shop.db.insert(coupons).values(coupon);
  return coupon;
}

/** How many have it now. */
export async function usesOf(shop: Pick<TestShop, "query">, { id }: { id: string }): Promise<number> {
  const rows = await shop.query("select id from coupon_uses where coupon_id = $1", [id]);
  return rows.length;
}

/** That many coupons, each with as many uses, as years of episodes leave them. */
export async function inventCoupons(
  shop: Pick<TestShop, "query">,
  { coupons: count, uses }: { coupons: number; uses: number },
): Promise<void> {
  await shop.query(
    `insert into coupons (id, code, kind, value, minimum, starts_at, ends_at, max_uses, per_shopper, source)
     select 'many' || lpad(n::text, 8, '0'), 'MANY' || n, 'percent', 10, 2000, now(), now() + interval '30 days', 100, 1,
       'heard in episode ' || n
     from generate_series(1, $1::int) n`,
    [count],
  );
  await shop.query(
    `insert into coupon_uses (id, coupon_id, shopper)
     select id || '-' || n, id, array['account ' || n] from coupons, generate_series(1, $1::int) n where code like 'MANY%'`,
    [uses],
  );
  await shop.query("analyze coupons");
  await shop.query("analyze coupon_uses");
}
