import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, emptyShelves, type Goods } from "../../../test/goods.ts";
import { plansOf } from "../../../test/plans.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

const shop = await openTestShop();
const packer = await signInStaff(shop, "packer");
beforeEach(() => emptyShelves(shop));
afterAll(() => shop.close());

type Row = { _id: string; name: string };
const list = async (query = "") => {
  const { status, body } = await packer.get(`/goods${query}`);
  expect(status, query).toBe(200);
  return body as unknown as { rows: Row[]; next: string | null };
};
const namesOf = async (query: string) => (await list(query)).rows.map(({ name }) => name);

/** Ids are time-ordered: a moment passes between two. */
async function add(given: Parameters<typeof addProduct>[1]): Promise<Goods> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  return addProduct(shop, given);
}

const archive = ({ _id }: Goods) =>
  shop.query("update products set published = false, archived_at = now() where id = $1", [_id]);

test("a row says what shoppers see of it, what it costs, and how many pieces are left of all its sizes", async () => {
  const tee = await add({ name: "Mic tee", price: 1200, formerPrice: 1500, stock: { S: 2, M: 5 } });
  await shop.query("insert into stock (product_id, size, on_hand, received) values ($1, 'XL', 7, 7)", [
    tee._id,
  ]);
  expect((await list()).rows).toEqual([
    {
      _id: tee._id,
      name: "Mic tee",
      image: "/images/sample.svg",
      category: "Unisex",
      subCategory: "Topwear",
      price: 1200,
      formerPrice: 1500,
      status: "shown",
      onSaleFrom: null,
      coming: false,
      // not those of a size it no longer comes in
      left: 7,
      version: 1,
      updatedAt: expect.any(Number),
    },
  ]);
});

test("hidden goods are in the list, archived ones only when they are asked for", async () => {
  await add({ name: "Shown" });
  await add({ name: "Hidden", published: false });
  await archive(await add({ name: "Archived" }));
  expect(await namesOf("")).toEqual(["Hidden", "Shown"]);
  expect(await namesOf("?status=shown")).toEqual(["Shown"]);
  expect(await namesOf("?status=hidden")).toEqual(["Hidden"]);
  expect(await namesOf("?status=archived")).toEqual(["Archived"]);
});

test("found by a part of the name, and by category and type", async () => {
  await add({ name: "100% cotton_tee", category: "Men", subCategory: "Topwear" });
  await add({ name: "Wool hat", category: "Women", subCategory: "Winterwear" });
  expect(await namesOf("?q=COTTON_")).toEqual(["100% cotton_tee"]);
  await add({ name: "Ngũgĩ’s  cap", category: "Men", subCategory: "Winterwear" });
  expect(await namesOf(`?q=${encodeURIComponent("NGUGI'S CAP")}`)).toEqual(["Ngũgĩ’s  cap"]);
  expect(await namesOf("?q=0%25")).toEqual(["100% cotton_tee"]);
  expect(await namesOf("?q=_")).toEqual(["100% cotton_tee"]);
  expect(await namesOf("?category=Women")).toEqual(["Wool hat"]);
  expect(await namesOf("?type=Topwear&category=Men")).toEqual(["100% cotton_tee"]);
  expect(await namesOf("?type=Topwear&category=Women")).toEqual([]);
});

test("drops that are still to come are found alone, shown or not", async () => {
  await add({ name: "At once" });
  await add({ name: "Come", onSaleIn: -60, announced: true });
  await add({ name: "Awaited", onSaleIn: 3_600, announced: true });
  await add({ name: "Secret", onSaleIn: 60, published: false });
  await archive(await add({ name: "Given up", onSaleIn: 60 }));
  expect(await namesOf("?drops=coming")).toEqual(["Secret", "Awaited"]);
  expect(await namesOf("?drops=coming&status=shown")).toEqual(["Awaited"]);
  expect((await list("?drops=coming")).rows).toMatchObject([
    { coming: true, onSaleFrom: expect.any(Number) },
    { coming: true, onSaleFrom: expect.any(Number) },
  ]);
  expect((await list("?q=come")).rows).toMatchObject([{ coming: false, onSaleFrom: expect.any(Number) }]);
});

describe("sorted, page by page, each product once", () => {
  test.each([
    ["", ["d", "C", "b", "A"]],
    ["name", ["A", "b", "C", "d"]],
    ["low-high", ["b", "A", "d", "C"]],
    ["high-low", ["C", "d", "A", "b"]],
  ])("%j", async (sort, names) => {
    // two cost the same
    await add({ name: "A", price: 200 });
    await add({ name: "b", price: 100 });
    await add({ name: "C", price: 300 });
    await add({ name: "d", price: 200 });
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?sort=${sort}&limit=1&after=${after}`);
      seen.push(...page.rows.map(({ name }) => name));
      after = page.next;
    }
    expect(seen).toEqual(names);
  });
});

test("The product list stays quick in a large catalogue", async () => {
  await shop.query(`insert into products
      (id, name, description, price, category, sub_category, sizes, images, colour, published)
      select 'many' || lpad(n::text, 8, '0'), 'Tee ' || md5(n::text), '', 100 + n % 4000,
        (array['Men', 'Women', 'Unisex'])[1 + n % 3], 'Topwear', '{M}', '{}', '#cccccc', n % 1000 > 0
      from generate_series(1, 20000) n`);
  await shop.query("vacuum analyze products");
  const middle = "many00010000";
  for (const query of [
    "",
    `?after=${middle}`,
    "?sort=name",
    `?sort=name&after=${middle}`,
    "?sort=low-high&category=Men",
    `?sort=high-low&after=${middle}`,
    "?status=shown&sort=name",
    "?status=hidden",
    "?status=archived",
    "?q=c4ca42",
    "?drops=coming",
  ]) {
    const plans = await plansOf(shop, async () => void (await list(query)));
    for (const plan of plans) expect(plan, `${query}\n${plan}`).not.toMatch(/Seq Scan on products/);
  }
});
