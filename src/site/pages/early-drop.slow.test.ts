import { afterAll, expect, test } from "vitest";
import { addEpisode, statements, untilCached } from "../../../test/cached-pages.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { openPages } from "../../../test/pages.ts";
import { openPaidShop, phoneOf, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, orderOf } from "../../../test/people.ts";
import { shareImage } from "../../catalogue/pictures/picture-files.ts";
import { formatPrice } from "../../catalogue/rules.ts";

const shop = await openPaidShop();
const pages = await openPages(shop);
const tee = await addProduct(shop, { name: "Kept tee", price: 1_111 });
const heardIn = await addEpisode(shop);
afterAll(() => shop.close());

/** A drop as it can be seen in most places: trending, a best seller, on offer, of an episode, with a picture of the pipeline. */
async function addDrop(name: string, price: number, announced: boolean) {
  const words = `Heavy cotton at ${price}.`;
  const drop = await addProduct(shop, {
    name,
    price,
    stock: { M: 50, S: 0 },
    trending: true,
    onSaleIn: 3_600,
    announced,
  });
  const [sample] = await shop.query<{ image: string }>(
    "select images[1] as image from products where images[1] like '/pictures/%' limit 1",
  );
  const image = sample?.image ?? "";
  await shop.query(
    "update products set bestseller = true, former_price = 9000, description = $2, images = array[$3] where id = $1",
    [drop._id, words, image],
  );
  await heardIn(drop);
  return { ...drop, words, share: shareImage(image)?.url ?? "no share picture" };
}
type Drop = Awaited<ReturnType<typeof addDrop>>;

/** Every page and call that shows products: what it answered, and whether the drop is in it. */
async function look({ _id, name, words, share }: Drop) {
  const own = `/product/${_id}`;
  const has = (what: string) => (body: string) => body.includes(what);
  const pagesOf: [what: string, path: string, isThere: (body: string) => boolean][] = [
    ["home", "/", has(_id)],
    ["home's data", "/_root.data?_routes=site%2Fpages%2Fhome-page", has(_id)],
    ["collection", "/collection", has(_id)],
    ["collection's data", "/collection.data", has(_id)],
    ["category", "/collection?category=Unisex", has(_id)],
    ["searched page", `/collection?search=${encodeURIComponent(name)}`, has(_id)],
    ["related goods", `/product/${tee._id}`, has(_id)],
    ["episode", "/episodes/the-drop", has(_id)],
    ["site map", "/sitemap.xml", has(_id)],
    ["page", own, has(words)],
    ["page's data", `${own}.data`, has(words)],
    ["share picture with its price", own, (body) => body.includes(share) && body.includes("product:price")],
    ["structured data", own, has('"@type":"Product"')],
    ["list", "/api/product/list", has(_id)],
    ["by id", `/api/product/list?id=${_id}`, has(words)],
    ["search", `/api/product/list?search=${encodeURIComponent(name)}`, has(_id)],
    ["sorted", "/api/product/list?sort=high-low&category=Unisex&page=1&limit=100", has(_id)],
    ["reviews", `/api/product/${_id}/reviews`, has('"success":true')],
  ];
  const seen = [];
  for (const [what, path, isThere] of pagesOf) {
    const { status, body } = await pages.ask(path);
    seen.push({ what, status, body: body.toString(), isThere: status === 200 && isThere(body.toString()) });
  }
  return seen;
}

/** Every way to want or buy it, each by a shopper of their own: what it answered. */
async function reach(drop: Drop) {
  const { _id, size, price } = drop;
  const line = { itemId: _id, size };
  const items = [{ _id, size, quantity: 1 }];
  const amount = price + 1;
  const wanted = { productId: _id, size: "S", email: "a@example.com" };
  const calls: [what: string, path: string, body: object][] = [
    ["back in stock", "/api/product/tell-when-back", wanted],
    ["add", "/api/cart/add", line],
    ["update", "/api/cart/update", { ...line, quantity: 2 }],
    ["quote", "/api/order/quote", { items }],
    ["by code", "/api/order/placeOrder", orderOf(drop)],
    ["by M-Pesa", "/token/stkpush", pushOf(drop, phoneOf(String(price).slice(1)))],
    ["by card", "/api/payment/flutterwave/intent", { items, address: ADDRESS, amount }],
  ];
  const answers = [];
  for (const [what, path, body] of calls) {
    const { token } = await customer(shop);
    const { status, text } = await shop.post(path, body, token);
    answers.push({ what, status, text });
  }
  return answers;
}

/** What a shopper leaves behind. */
const left = async ({ _id }: Goods) => {
  const [row] = await shop.query(
    `select (select count(*) from cart_lines where product_id = $1)::int as carts,
       (select count(*) from back_in_stock where product_id = $1)::int as waiting,
       (select count(*) from order_items where product_id = $1)::int as ordered,
       (select count(*) from payments)::int as payments,
       (select sum(on_hand) from stock where product_id = $1)::int as on_hand`,
    [_id],
  );
  return row;
};

/** Nothing of what was looked at has a word of it, but of one that is announced its name: home, the collection, its own page. */
async function demandUnseen(drop: Drop, announced: boolean): Promise<void> {
  for (const { what, status, body, isThere } of await look(drop)) {
    const tells = announced && /^(home|collection)/.test(what);
    expect(isThere, what).toBe(tells);
    const own = /^(page|share|structured)/.test(what);
    if (own) expect(status, what).toBe(announced ? 200 : 404);
    // what is searched for is repeated in the page
    const mayName = tells || (own && announced) || what.startsWith("search");
    if (!mayName) expect(body.includes(drop.name), what).toBe(false);
    for (const secret of secretsOf(drop)) expect(body, `${what}: ${secret}`).not.toMatch(secret);
  }
}

/** Every way to want or buy it is refused, and what is announced is refused by its name and moment. */
async function demandRefused(drop: Drop, announced: boolean): Promise<void> {
  for (const { what, status, text } of await reach(drop)) {
    expect(status, `${what} ${text}`).toBeGreaterThanOrEqual(400);
    const byName = announced && what !== "back in stock";
    if (byName)
      expect([status, text]).toEqual([409, expect.stringContaining(`${drop.name} is on sale from`)]);
    else expect(text.includes(drop.name), what).toBe(false);
    for (const secret of secretsOf(drop)) expect(text, `${what}: ${secret}`).not.toMatch(secret);
  }
}

/** Its price is none of the digits of an id or a moment. */
function secretsOf({ price, words }: Drop): (string | RegExp)[] {
  return [new RegExp(`\\b${price}\\b`), formatPrice(price), words];
}

test.each([
  ["not announced", "Wonderful hoodie", 4_321],
  ["announced", "Awaited hoodie", 6_789],
])("No cache shows or sells a drop before its moment, or hides it after: %s", async (how, name, price) => {
  const announced = how === "announced";
  const drop = await addDrop(name, price, announced);
  await untilCached(pages);
  await look(drop);
  // nothing of what is looked at now is made anew
  expect(await statements(pages, () => pages.ask("/"))).toBe(0);
  const before = await left(drop);
  await demandUnseen(drop, announced);
  await demandRefused(drop, announced);
  expect(await left(drop)).toEqual(before);

  await look(drop);
  await shop.query(
    "update products set on_sale_from = clock_timestamp() + interval '1 second' where id = $1",
    [drop._id],
  );
  const missing = async () => (await look(drop)).filter(({ isThere }) => !isThere).map(({ what }) => what);
  await expect.poll(missing, { interval: 50 }).toEqual([]);
  for (const { what, status, text } of await reach(drop)) expect(status, `${what} ${text}`).toBe(200);
  expect(await left(drop)).toMatchObject({ carts: 2, waiting: 1, on_hand: 47 });
});
