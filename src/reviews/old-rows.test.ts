import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { migrateRows } from "../../test/earlier-tables.ts";

test("the sample goods of an earlier release keep the rating that stood on every page, and no other product gets one", async () => {
  const goods: { _id: string }[] = JSON.parse(await readFile("seed/products.json", "utf8"));
  const ids = [...goods.map(({ _id }) => _id), "another"];
  const rows = `insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
    select id, 'Tee', '', 100, 'Men', 'Topwear', '{M}', '{}', '#fff' from unnest('{${ids}}'::text[]) as id`;
  await migrateRows("_reviews", rows, async (query) => {
    expect(
      await query(
        "select sum(stars * count)::int as sum, sum(count)::int as count from sample_ratings group by product_id",
      ),
    ).toEqual(goods.map(() => ({ sum: 488, count: 122 })));
    expect(await query("select from sample_ratings where product_id = 'another'")).toEqual([]);
  });
});
