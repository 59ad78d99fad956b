import { afterAll, expect, test } from "vitest";
import { addInventedOrders } from "../../scripts/seed/invented-orders.ts";
import { inventCoupons } from "../../test/coupons.ts";
import { plansOf } from "../../test/plans.ts";
import { inventReviews } from "../../test/reviews.ts";
import { openTestShop } from "../../test/shop.ts";
import { signInStaff } from "../../test/support/back-office.ts";

const shop = await openTestShop();
await addInventedOrders(shop.connection, 6_000);
expect(await inventReviews(shop)).toBeGreaterThan(3_000);
await inventCoupons(shop, { coupons: 3_000, uses: 10 });
await inventGoods(2_000);
await inventExceptions(3_000);
await shop.query("vacuum analyze");
const owner = await signInStaff(shop);
const [order] = await shop.query<{ id: string }>("select id from orders order by id offset 3000 limit 1");
const orderId = order?.id ?? "";
const [coupon] = await shop.query<{ id: string }>("select id from coupons order by id offset 1500 limit 1");
const couponId = coupon?.id ?? "";
afterAll(() => shop.close());

/** Goods of five sizes, nearly all of which there are enough of. */
async function inventGoods(count: number): Promise<void> {
  await shop.query(
    `insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
     select 'good-' || n, 'Tee ' || n, '', 1500, 'Men', 'Topwear', '{S,M,L,XL,XXL}', '{}', '#fff'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await shop.query(
    `insert into stock (product_id, size, on_hand, received)
     select 'good-' || n, size, pieces, pieces
     from generate_series(1, $1::int) n, unnest('{S,M,L,XL,XXL}'::text[]) size,
       lateral (select case when n % 100 = 0 then 3 else 40 end as pieces) of_it`,
    [count],
  );
}

/** What needed a decision once, nearly all of it decided. */
async function inventExceptions(count: number): Promise<void> {
  await shop.query(
    `insert into exceptions (id, key, kind, text, provider, receipt, closed_at, closed_by)
     select 'matter-' || n, 'matter:' || n, 'message', 'could not be read', 'mpesa', 'TKA' || lpad(n::text, 7, '0'),
       case when n % 1000 > 0 then now() end, 'Amina'
     from generate_series(1, $1::int) n`,
    [count],
  );
}

/** The tables that grow with every order, every episode or every size of goods. */
const WHOLE_TABLE =
  /Seq Scan on (orders|order_items|order_events|payments|payment_events|transactions|exceptions|outbox|audit|reviews|coupons|coupon_uses|stock)\b/;

test.each([
  "/today",
  "/orders",
  "/orders?status=Packing",
  "/orders?q=0712345678",
  "/orders?q=TKA1B2C3D4",
  "/codes",
  "/money?needs=decision",
  "/money/exceptions",
  "/reviews",
  "/reviews?state=waiting",
  "/reviews?state=shown",
  "/reviews?state=hidden",
  "/audit",
  "/orders/ID",
  "/coupons",
  "/coupons?after=COUPON",
  "/coupons/COUPON",
])("Coupons and the counter's lists use an index, however many there are: %s", async (path) => {
  const plans = await plansOf(shop, async () => {
    expect((await owner.get(path.replace("ID", orderId).replace("COUPON", couponId))).status).toBe(200);
  });
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(WHOLE_TABLE);
});

test("what is unpaid, to be packed or low is read from the index of these rows alone", async () => {
  const plansOfGet = (path: string) => plansOf(shop, () => owner.get(path));
  expect((await plansOfGet("/orders?paid=false")).join("\n")).toContain("orders_unpaid");
  const today = (await plansOfGet("/today")).join("\n");
  expect(today).toContain("orders_to_pack");
  expect(today).toContain("stock_low");
});
