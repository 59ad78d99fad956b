import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyShelves } from "../../test/goods.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";

const LIST = "/api/product/list";
/** Some are hidden and some come later. */
const MADE = 2_600;
const ORDERS = { relevant: "id desc", "low-high": "price, id", "high-low": "price desc, id desc" };
const FILTERS = {
  "": "true",
  "&category=Men": "category = 'Men'",
  "&category=Women&category=Unisex&subCategory=Topwear": "category <> 'Men' and sub_category = 'Topwear'",
  "&offer=1": "former_price is not null",
  "&offer=1&category=Women": "former_price is not null and category = 'Women'",
};

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await emptyShelves(shop);
  // prices that many share; ids whose order is not theirs
  await shop.query(
    `insert into products (id, name, description, price, former_price, category, sub_category, sizes, images, colour, published, on_sale_from)
     select '01' || lpad(n::text, 24, '0'), 'Tee ' || n, '', 500 + (n * 37) % 40, case when n % 2 = 0 then 900 end,
       (array['Men','Women','Unisex'])[1 + n % 3], (array['Topwear','Bottomwear','Winterwear'])[1 + n / 3 % 3],
       '{S}', '{/images/sample.svg}', '#cccccc', n % 50 <> 0, case when n % 70 = 0 then now() + interval '1 day' end
     from generate_series(1, $1::int) as n`,
    [MADE],
  );
});
afterAll(() => shop.close());

const ids = async (query: string) => {
  const { body } = await shop.get(`${LIST}?${query}`);
  return (body.products as { _id: string }[]).map(({ _id }) => _id);
};

async function inOrder(order: string, filter: string): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select id from products where published and on_sale_from is null and ${filter} order by ${order}`,
  );
  return rows.map(({ id }) => id);
}

test.each(Object.entries(ORDERS))("far pages hold what stands there, in order %s", async (sort, order) => {
  for (const [query, filter] of Object.entries(FILTERS)) {
    const all = await inOrder(order, filter);
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(all.length / 100) + 1 }, (_, at) =>
        ids(`sort=${sort}&limit=100&page=${at + 1}${query}`),
      ),
    );
    expect(pages.flat(), query).toEqual(all);
    expect(await ids(`sort=${sort}&limit=100&page=1000${query}`), query).toEqual([]);
  }
});

test("what is withdrawn, comes new or costs something else moves what stands on the far pages", async () => {
  const last = "sort=low-high&limit=100&page=24";
  const isRight = async () => {
    const all = await inOrder(ORDERS["low-high"], "true");
    await expect.poll(() => ids(last), { timeout: 20_000 }).toEqual(all.slice(2_300, 2_400));
  };
  await isRight();
  await shop.query("update products set published = false where id like '%0007'");
  await isRight();
  await shop.query("update products set price = price + 1 where id like '%0018'");
  await isRight();
  await shop.query("update products set published = true where id like '%0007'");
  await isRight();
});
