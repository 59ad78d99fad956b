import { afterAll, expect, test } from "vitest";
import { emptyShelves } from "../../test/goods.ts";
import { plansOf } from "../../test/plans.ts";
import { openTestShop } from "../../test/shop.ts";

const shop = await openTestShop();
await emptyShelves(shop);
afterAll(() => shop.close());

// what is fast with 12 products may not be with ten thousand: ask the planner, not a clock
test("With 10,000 products every list uses an index", { timeout: 300_000 }, async () => {
  await shop.query(
    `insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
     select 'P' || lpad(n::text, 8, '0'), md5(n::text) || ' ' || (array['tee','cap','hood'])[1 + n % 3], 'Sample.',
            100 + (n * 7919) % 9900, (array['Men','Women','Unisex'])[1 + n % 3],
            (array['Topwear','Bottomwear','Winterwear'])[1 + n / 3 % 3], '{M}', '{}', '#cccccc'
     from generate_series(1, 10000) as n`,
  );
  await shop.query(
    "insert into stock (product_id, size, on_hand, received) select id, 'M', 5, 5 from products where id like 'P%0'",
  );
  await shop.query("vacuum analyze products, stock");
  for (const [query, index] of [
    ["?search=c4ca4238", /Bitmap Index Scan on products_by_name/],
    ["?search=c4ca4238&sort=low-high&limit=24", /Bitmap Index Scan on products_by_name/],
    ["?limit=24", /Index (Only )?Scan Backward using products_(newest|pkey)/],
    [
      "?category=Men&subCategory=Topwear&limit=24",
      /Index (Only )?Scan (Backward )?using products_(by_kind|newest|pkey)/,
    ],
    [
      "?category=Men&category=Women&limit=24",
      /Index (Only )?Scan (Backward )?using products_(by_kind|newest|pkey)/,
    ],
    ["?sort=low-high&limit=24", /Index Only Scan using products_by_price/],
    ["?sort=high-low&limit=24&page=2", /Index Only Scan Backward using products_by_price/],
    ["?category=Women&sort=low-high&limit=24", /Index Only Scan using products_by_price/],
    ["?category=Men&sort=high-low&limit=24&page=20", /Index Only Scan Backward using products_by_price/],
    ["?id=P00000007&id=P00000008", /Index Scan.* (using|on) products_pkey/],
    ["", /Index (Only )?Scan Backward using products_(newest|pkey)/],
  ] as const) {
    const plans = await plansOf(shop, () => shop.get(`/api/product/list${query}`));
    const [page] = plans.filter((plan) => !plan.startsWith("Aggregate"));
    expect(page, query).toMatch(index);
    expect(page, query).not.toMatch(/Seq Scan/);
    expect(page, query).toMatch(
      /Index Scan using stock_product_id_size_pk|Index Scan on stock_product_id_size_pk/,
    );
  }
});
