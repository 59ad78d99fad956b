import { afterAll, describe, expect, test, vi } from "vitest";
import { addProduct, type Goods, hasCome, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { openTestShop, type TestApp, type TestShop } from "../../../test/shop.ts";
import { formatStart } from "./drop-rules.ts";

const PLACE = "/api/order/placeOrder";
const HOUR = 3_600;

const shop = await openTestShop();
const two = await shop.second();
const buyer = await customer(shop);
const secret = await addProduct(shop, { name: "Secret hoodie", stock: { M: 0, L: 9 }, onSaleIn: HOUR });
const announced = await addProduct(shop, { name: "Awaited hoodie", onSaleIn: HOUR, announced: true });
afterAll(() => shop.close());

/** Everything the API says of a product to somebody who knows its id. */
async function heardOf(
  { _id }: Goods,
  name: string,
): Promise<[call: string, status: number, text: string][]> {
  const line = { itemId: _id, size: "L" };
  const items = [{ _id, size: "L", quantity: 1 }];
  const order = orderOf({ _id, price: 1500, size: "L" });
  const calls: [string, () => ReturnType<TestShop["get"]>][] = [
    ["list", () => shop.get("/api/product/list")],
    ["by id", () => shop.get(`/api/product/list?id=${_id}`)],
    ["search", () => shop.get(`/api/product/list?search=${encodeURIComponent(name)}`)],
    ["sorted", () => shop.get("/api/product/list?sort=low-high&category=Unisex&page=1&limit=100")],
    ["reviews", () => shop.get(`/api/product/${_id}/reviews`)],
    [
      "tell",
      () => shop.post("/api/product/tell-when-back", { productId: _id, size: "M", email: "a@example.com" }),
    ],
    ["quote", () => shop.post("/api/order/quote", { items })],
    ["add", () => shop.post("/api/cart/add", line, buyer.token)],
    ["update", () => shop.post("/api/cart/update", { ...line, quantity: 2 }, buyer.token)],
    ["merge", () => shop.post("/api/cart/merge", { lines: [{ ...line, quantity: 1 }] }, buyer.token)],
    ["order", () => shop.post(PLACE, order, buyer.token)],
    ["sitemap", () => shop.get("/sitemap.xml")],
  ];
  const heard: [string, number, string][] = [];
  for (const [call, ask] of calls) {
    const { status, text } = await ask();
    heard.push([call, status, text.replaceAll(_id, "<id>")]);
  }
  return heard;
}

describe("before its moment", () => {
  test("An unannounced drop answers like an unknown id, word for word", async () => {
    const unknown = { ...secret, _id: `${secret._id.slice(0, -1)}x` };
    const [known, none] = [await heardOf(secret, secret.name), await heardOf(unknown, secret.name)];
    expect(known).toEqual(none);
    for (const [call, , text] of known) expect(text, call).not.toContain("Secret");
    expect(known.find(([call]) => call === "list")?.[2]).not.toContain("<id>");
    expect(known.find(([call]) => call === "sitemap")?.[2]).not.toContain("<id>");
    expect(await shop.query("select 1 from back_in_stock")).toEqual([]);
    expect(await shop.query("select 1 from cart_lines")).toEqual([]);
  });

  test("An announced drop cannot be bought before its moment, which the refusal names", async () => {
    const [row] = await shop.query<{ ms: number }>(
      "select (extract(epoch from on_sale_from) * 1000)::float8 as ms from products where id = $1",
      [announced._id],
    );
    const message = `Awaited hoodie is on sale from ${formatStart(Number(row?.ms))}.`;
    const line = { itemId: announced._id, size: "M" };
    const items = [{ _id: announced._id, size: "M", quantity: 1 }];
    for (const answer of [
      await shop.post("/api/cart/add", line, buyer.token),
      await shop.post("/api/cart/update", { ...line, quantity: 3 }, buyer.token),
      await shop.post("/api/order/quote", { items }),
      await shop.post(PLACE, orderOf(announced), buyer.token),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, message]);
    for (const path of ["/api/product/list", `/api/product/list?id=${announced._id}`, "/sitemap.xml"])
      expect((await shop.get(path)).text, path).not.toContain(announced._id);
    expect((await shop.get(`/api/product/${announced._id}/reviews`)).status).toBe(404);
    expect(await onHand(shop, announced)).toBe(1000);
    expect(await shop.query("select 1 from orders")).toEqual([]);
  });

  test("The database's clock gives the drop's moment", async () => {
    const drop = ({ _id }: Goods) => shop.get(`/api/product/drop?id=${_id}`);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR * 1_000 });
    try {
      const { status, body } = await drop(announced);
      expect([status, body.message]).toEqual([200, "Drop found"]);
      const [row] = await shop.query<{ moment: number; now: number }>(
        `select floor(extract(epoch from on_sale_from) * 1000)::float8 as moment,
           (extract(epoch from clock_timestamp()) * 1000)::float8 as now from products where id = $1`,
        [announced._id],
      );
      expect(body.onSaleFrom).toBe(row?.moment);
      expect(Math.abs(Number(body.now) - Number(row?.now))).toBeLessThan(5_000);
    } finally {
      vi.useRealTimers();
    }
    const hidden = await addProduct(shop, { published: false, onSaleIn: HOUR, announced: true });
    for (const each of [secret, hidden, await addProduct(shop), { ...secret, _id: "unknown" }])
      expect((await drop(each)).status).toBe(404);
  });

  test("goods that are hidden, or archived, stay so at the moment", async () => {
    const hidden = await addProduct(shop, { name: "Hidden tee", published: false, onSaleIn: -1 });
    expect((await shop.get("/api/product/list?search=hidden tee")).body.products).toEqual([]);
    expect((await shop.post(PLACE, orderOf(hidden), buyer.token)).status).toBe(409);
  });

  test("low stock is no matter of shoppers yet, and nobody is mailed that it is back", async () => {
    const low = () =>
      shop.query("select 1 from outbox where event like 'back:%' or event like 'low-stock:%'");
    await shop.query(
      "insert into back_in_stock (id, product_id, size, email, language) values ('w', $1, 'L', 'a@example.com', 'en')",
      [secret._id],
    );
    await shop.jobs.cron.minute();
    expect(await low()).toEqual([]);
    await shop.query("update products set on_sale_from = now() where id = $1", [secret._id]);
    await shop.jobs.cron.minute();
    expect(await low()).toHaveLength(1);
    await shop.query("update products set on_sale_from = now() + interval '1 hour' where id = $1", [
      secret._id,
    ]);
  });
});

describe("at its moment", () => {
  test("A drop opens in every process at its moment", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR * 1_000 });
    try {
      const [one, other] = [await customer(shop), await customer(shop)];
      const drop = await addProduct(shop, { name: "Dropped tee", stock: { M: 4 }, onSaleIn: HOUR });
      const inList = async (app: TestApp) =>
        (await app.get("/api/product/list?page=1&limit=1")).text.includes(drop._id);
      const order = async (app: TestApp, person: Person) => {
        const { status, body } = await app.post(PLACE, orderOf(drop), person.token);
        if (status === 200) return true;
        expect([status, body.message]).toEqual([409, "An item in your cart (size M) is no longer on sale."]);
        return false;
      };
      expect([await order(shop, one), await order(two, other)]).toEqual([false, false]);
      await shop.query(
        "update products set on_sale_from = clock_timestamp() + interval '1 second' where id = $1",
        [drop._id],
      );
      for (const [app, person] of [
        [shop, one],
        [two, other],
      ] as const) {
        while (!(await order(app, person)));
        // only now is it asked: an order in time means that the moment had come before
        expect(await hasCome(shop, drop)).toBe(true);
        await expect.poll(() => inList(app), { timeout: 20_000 }).toBe(true);
      }
      expect(await onHand(shop, drop)).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test("A moved moment stops or begins the sale immediately", async () => {
    const drop = await addProduct(shop, { name: "Moved tee", onSaleIn: -HOUR, announced: true });
    const line = { itemId: drop._id, size: "M" };
    const { token } = await customer(shop);
    expect((await shop.post("/api/cart/add", line, token)).status).toBe(200);
    await shop.query("update products set on_sale_from = now() + interval '1 day' where id = $1", [drop._id]);
    const later = await two.post(PLACE, orderOf(drop), token);
    expect([later.status, later.body.message]).toEqual([
      409,
      expect.stringMatching(/^Moved tee is on sale from \w+day \d/),
    ]);
    // the cart is the shopper's, and keeps what was put into it
    expect((await shop.post("/api/cart/get", {}, token)).body.cartData).toEqual({ [drop._id]: { M: 1 } });
    await shop.query("update products set on_sale_from = now() where id = $1", [drop._id]);
    expect((await two.post(PLACE, orderOf(drop), token)).status).toBe(200);
  });
});

holdsInvariants(() => shop);
