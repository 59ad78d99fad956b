import { afterAll, describe, expect, test } from "vitest";
import { addProduct, emptyShelves, type Goods } from "../../test/goods.ts";
import { movesClock, pass } from "../../test/later.ts";
import { openTestShop } from "../../test/shop.ts";

const LIST = "/api/product/list";

movesClock();

const shop = await openTestShop();
await emptyShelves(shop);
// oldest first
const tee = await add({
  name: "Mic Tee",
  price: 1600,
  category: "Men",
  stock: { S: 0, M: 7 },
  trending: true,
});
const jeans = await add({ name: "Loud jeans", price: 2400, category: "Women", subCategory: "Bottomwear" });
const coat = await add({
  name: "Long rains coat",
  price: 6500,
  category: "Women",
  subCategory: "Winterwear",
});
const cap = await add({ name: "Éclair cap", price: 1600, category: "Unisex" });
await add({ name: "Secret tee", published: false });
afterAll(() => shop.close());

/** Ids are time-ordered: a millisecond apart makes "newest" certain. */
async function add(given: Parameters<typeof addProduct>[1]): Promise<Goods> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  return addProduct(shop, given);
}

const list = async (query = "") => {
  const { status, body } = await shop.get(`${LIST}${query}`);
  expect(status).toBe(200);
  return { names: (body.products as { name: string }[]).map((each) => each.name), total: body.total };
};
const names = async (query: string) => (await list(query)).names;

describe("GET /api/product/list (specification §3, §7)", () => {
  test("gives every product on sale, newest first, in the specified shape", async () => {
    const { body } = await shop.get(LIST);
    expect(body).toMatchObject({ success: true, message: "Products found", total: 4 });
    const products = body.products as Record<string, unknown>[];
    expect(products.map((each) => each._id)).toEqual([cap._id, coat._id, jeans._id, tee._id]);
    expect(products[3]).toEqual({
      _id: tee._id,
      name: "Mic Tee",
      price: 1600,
      formerPrice: null,
      description: "Sample.",
      material: "",
      fit: "",
      image: ["/images/sample.svg"],
      alts: [],
      sizes: ["S", "M"],
      category: "Men",
      subCategory: "Topwear",
      trending: true,
      bestseller: false,
      stock: { S: 0, M: 7 },
      colour: "#cccccc",
    });
  });

  test("filters: several of one kind widen, two kinds narrow", async () => {
    expect(await names("?category=Men")).toEqual(["Mic Tee"]);
    expect(await names("?category=Men&category=Women")).toEqual(["Long rains coat", "Loud jeans", "Mic Tee"]);
    expect(await names("?subCategory=Topwear&subCategory=Bottomwear")).toEqual([
      "Éclair cap",
      "Loud jeans",
      "Mic Tee",
    ]);
    expect(await names("?category=Women&category=Unisex&subCategory=Winterwear&subCategory=Topwear")).toEqual(
      ["Éclair cap", "Long rains coat"],
    );
    expect(await list("?category=Men&subCategory=Winterwear")).toEqual({ names: [], total: 0 });
  });

  test("offer=1 gives goods with a former price, which is never the lower one", async () => {
    await shop.query("update products set former_price = 4800 where id = $1", [jeans._id]);
    expect(await list("?offer=1")).toEqual({ names: ["Loud jeans"], total: 1 });
    expect(await list("?offer=1&category=Men")).toEqual({ names: [], total: 0 });
    const lower = shop.query("update products set former_price = 2400 where id = $1", [jeans._id]);
    await expect(lower).rejects.toThrow("former_price_is_higher");
    await shop.query("update products set former_price = null where id = $1", [jeans._id]);
  });

  test("sorts by price, both ways, equal prices in a fixed order", async () => {
    expect(await names("?sort=low-high")).toEqual(["Mic Tee", "Éclair cap", "Loud jeans", "Long rains coat"]);
    expect(await names("?sort=high-low")).toEqual(["Long rains coat", "Loud jeans", "Éclair cap", "Mic Tee"]);
    expect(await names("?sort=relevant")).toEqual(await names(""));
  });

  test("pages: each product once, the total on every page, nothing past the end", async () => {
    expect(await list("?limit=3")).toEqual({
      names: ["Éclair cap", "Long rains coat", "Loud jeans"],
      total: 4,
    });
    expect(await list("?limit=3&page=2")).toEqual({ names: ["Mic Tee"], total: 4 });
    expect(await list("?limit=3&page=3")).toEqual({ names: [], total: 4 });
    expect(await list("?page=1")).toEqual({ names: await names(""), total: 4 });
    expect(await list("?limit=1&page=2&category=Women")).toEqual({ names: ["Loud jeans"], total: 2 });
    expect(await list("?limit=4")).toMatchObject({ total: 4 });
  });

  test("ids: those on sale among those asked for", async () => {
    const secret = await add({ name: "Secret cap", published: false });
    expect(await names(`?id=${tee._id}&id=${cap._id}&id=nothing&id=__proto__&id=${secret._id}`)).toEqual([
      "Éclair cap",
      "Mic Tee",
    ]);
    expect(await names("?id=nothing")).toEqual([]);
  });

  test("what is withdrawn is shown nowhere, and is gone a second later at most", async () => {
    const scarf = await add({ name: "Secret scarf" });
    expect(await names("?search=secret%20scarf")).toEqual(["Secret scarf"]);
    await shop.query("update products set published = false where id = $1", [scarf._id]);
    pass(1_050);
    for (const query of [
      "",
      "?search=secret",
      "?search=scarf",
      `?id=${scarf._id}`,
      "?sort=low-high",
      "?limit=100",
    ])
      expect((await names(query)).join()).not.toContain("Secret");
  });

  test("a size the product does not come in any more is not in its stock", async () => {
    const hood = await add({ name: "Hood", stock: { M: 5, L: 6 } });
    await shop.query("update products set sizes = '{L}' where id = $1", [hood._id]);
    const { body } = await shop.get(`${LIST}?id=${hood._id}`);
    expect(body.products).toMatchObject([{ sizes: ["L"], stock: { L: 6 } }]);
    expect((body.products as { stock: object }[])[0]?.stock).toEqual({ L: 6 });
    await shop.query("delete from products where id = $1", [hood._id]);
  });
});

describe("what is no filter, sort, page or limit is refused", () => {
  test.each([
    "category=Kids",
    "category=Men&category=Kids",
    "subCategory=Shoes",
    "offer=yes",
    "sort=cheapest",
    "sort=low-high&sort=high-low",
    "page=0",
    "page=1.5",
    "page=1&page=2",
    "limit=0",
    "limit=101",
    `id=${"x".repeat(65)}`,
    Array.from({ length: 51 }, (_, index) => `id=${index}`).join("&"),
    "search=a&search=b",
    `search=${"a".repeat(101)}`,
    "search=%00",
  ])("%.60s", async (query) => {
    const { status, body } = await shop.get(`${LIST}?${query}`);
    expect({ status, body }).toEqual({ status: 400, body: { success: false, message: expect.any(String) } });
    expect(body.message.length).toBeLessThan(260);
  });

  test("unknown parameters change nothing, whatever their name", async () => {
    const whole = await list();
    for (const query of [
      "?x=1",
      "?__proto__=1",
      "?constructor=1&toString=2",
      "?category[]=Kids",
      "?published=false",
      "?&&&=",
      "?%",
    ])
      expect(await list(query)).toEqual(whole);
  });
});

describe("an unchanged list costs no bytes", () => {
  test("ETag: 304 to who has it, a new tag after a change", async () => {
    const etag = String((await shop.get(LIST)).headers.etag);
    expect((await shop.get(LIST, { "if-none-match": etag })).status).toBe(304);
    const poster = await add({ name: "Poster" });
    pass(1_050);
    const changed = await shop.get(LIST, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    await shop.query("delete from products where id = $1", [poster._id]);
    // what follows compares lists
    await expect.poll(() => names("")).not.toContain("Poster");
  });
});
