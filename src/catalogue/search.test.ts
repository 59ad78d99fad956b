import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, emptyShelves } from "../../test/goods.ts";
import { plansOf } from "../../test/plans.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";

const NAMES = [
  "Plain tee",
  "100% cotton",
  "100 cotton",
  "snake_case cap",
  "snakeXcase cap",
  "back\\slash",
  'O\'Brien "hood"',
  "Éclair HOODIE",
  "(a+)+$ shirt",
  "Ünïcode ŴŵW",
  "حقيبة",
  "Mic 🎙 tee",
  "Ngũgĩ wa Thiong’o",
  "Wanjiku\u00a0 hood\tgrey",
  "STRASSE Ὀδυσσεύς",
];

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await emptyShelves(shop);
  for (const name of NAMES) await addProduct(shop, { name });
});
afterAll(() => shop.close());

const ask = (search: string, more = "") =>
  shop.get(`/api/product/list?search=${encodeURIComponent(search)}${more}`);
const names = async (search: string) =>
  ((await ask(search)).body.products as { name: string }[]).map((each) => each.name).sort();

test.each([
  ["%", ["100% cotton"]],
  ["0%", ["100% cotton"]],
  ["_", ["snake_case cap"]],
  ["e_c", ["snake_case cap"]],
  ["\\", ["back\\slash"]],
  ["\\\\", []],
  ["\\%", []],
  ["(a+)+$", ["(a+)+$ shirt"]],
  [".*", []],
  ["^plain", []],
  ["[a-z]", []],
  ["' or '1'='1", []],
  ["o'brien", ['O\'Brien "hood"']],
  ["PLAIN", ["Plain tee"]],
  ["hOoD", ['O\'Brien "hood"', "Éclair HOODIE", "Wanjiku\u00a0 hood\tgrey"]],
  ["éCLAIR", ["Éclair HOODIE"]],
  ["ÜNÏ", ["Ünïcode ŴŵW"]],
  ["ŵŵ", ["Ünïcode ŴŵW"]],
  ["حقي", ["حقيبة"]],
  ["🎙", ["Mic 🎙 tee"]],
  ["constructor", []],
  // accents, apostrophes, spaces and case are as people read them
  ["ngugi", ["Ngũgĩ wa Thiong’o"]],
  ["NGU\u0303GI\u0303", ["Ngũgĩ wa Thiong’o"]],
  ["thiong'o", ["Ngũgĩ wa Thiong’o"]],
  ["Thiongʼo", ["Ngũgĩ wa Thiong’o"]],
  ["eclair", ["Éclair HOODIE"]],
  ["o‘brien", ['O\'Brien "hood"']],
  ["wanjiku hood grey", ["Wanjiku\u00a0 hood\tgrey"]],
  [" plain \u2003 tee ", ["Plain tee"]],
  ["pla\u00adin", ["Plain tee"]],
  ["straße", ["STRASSE Ὀδυσσεύς"]],
  ["οδυσσευς", ["STRASSE Ὀδυσσεύς"]],
])("Search words are plain text: %j", async (search, found) => {
  expect(await names(search)).toEqual([...found].sort());
});

test("an empty search is no search", async () => {
  expect(await names("")).toHaveLength(NAMES.length);
});

test.each(["(a+)+$".repeat(16), `${"a".repeat(99)}!`, "%_".repeat(50), "\\".repeat(100), "%".repeat(100)])(
  "%.20s…: an answer, not a burden",
  async (search) => {
    expect((await ask(search)).status).toBe(200);
  },
);

// what is fast with 12 products may not be with many: ask the planner, not a clock; search.long.test.ts has 100,000
test("with 5,000 products, every way of asking goes by an index", async () => {
  await shop.query(
    `insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
     select 'P' || lpad(n::text, 8, '0'), md5(n::text) || ' ' || (array['tee','cap','hood'])[1 + n % 3], 'Sample.',
            100 + (n * 7919) % 9900, (array['Men','Women','Unisex'])[1 + n % 3],
            (array['Topwear','Bottomwear','Winterwear'])[1 + n / 3 % 3], '{M}', '{}', '#cccccc'
     from generate_series(1, 5000) as n`,
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
    ["?id=P00000007&id=P00000008", /Index Scan.* (using|on) products_pkey/],
    ["", /Index (Only )?Scan Backward using products_(newest|pkey)/],
  ] as const) {
    const plans = await plansOf(shop, () => shop.get(`/api/product/list${query}`));
    const [page] = plans.filter((plan) => !plan.startsWith("Aggregate") && !plan.includes("WindowAgg"));
    expect(page, query).toMatch(index);
    expect(page, query).not.toMatch(/Seq Scan on products/);
  }
});
