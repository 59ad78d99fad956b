import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { sendRaw } from "../../../test/raw.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { newId } from "../../platform/id.server.ts";

type Listed = { _id: string; date: number; items: unknown[] }[];

let shop: TestShop;
let port: number;

beforeAll(async () => {
  shop = await openTestShop();
  port = await shop.listen();
});
afterAll(() => shop.close());

const list = async ({ token }: Person, page?: number) => {
  const { status, body } = await shop.post("/api/order/userOrders", page ? { page } : {}, token);
  expect(status).toBe(200);
  return body.orders as Listed;
};

describe("the two spellings of the list, and none besides", () => {
  const ask = (path: string, token = "") =>
    sendRaw(
      port,
      `POST ${path} HTTP/1.1\r\nHost: shop\r\ntoken: ${token}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      { patience: 10_000 },
    );

  test.each([
    "/api/order/userOrders",
    "/api/order/userorders",
    "/api/order/user%4Frders",
    "/%61pi/order/user%6frders",
    "http://elsewhere.example/api/order/userOrders",
  ])("%s lists one's own orders, kept by nobody, and only with a token", async (path) => {
    const buyer = await customer(shop);
    await shop.post(PLACE, orderOf(await addProduct(shop)), buyer.token);
    const mine = await ask(path, buyer.token);
    expect(mine.status).toBe(200);
    expect(mine.text).toContain((await list(buyer))[0]?._id);
    expect(mine.text.toLowerCase()).toContain("cache-control: no-store");
    for (const token of ["", "null", "x".repeat(43)]) {
      const nobody = await ask(path, token);
      expect(nobody.status).toBe(401);
      expect(nobody.text).toContain('{"success":false,"message":"Please log in to continue."}');
    }
  });

  test.each([
    "/api/order/userOrders/",
    "/api/order//userOrders",
    "//api/order/userOrders",
    "/api/order/x/../userOrders",
    "/api/order/USERORDERS",
    "/api/order/userOrders%00",
  ])("%s is nothing, token or not", async (path) => {
    const buyer = await customer(shop);
    for (const token of [buyer.token, ""]) {
      const answer = await ask(path, token);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('{"success":false,"message":"There is nothing at this address."}');
      expect(answer.text.toLowerCase()).toContain("cache-control: no-store");
    }
  });
});

test("A customer's list of orders never has another's", async () => {
  const [mine, other] = [await customer(shop), await customer(shop)];
  await shop.post(PLACE, orderOf(await addProduct(shop)), mine.token);
  expect(await list(mine)).toHaveLength(1);
  expect(await list(other)).toEqual([]);
  const { body } = await shop.post("/api/order/userOrders", { userId: mine.userId, page: 1 }, other.token);
  expect(body.orders).toEqual([]);
});

describe("120 orders on one account", () => {
  let buyer: Person;

  beforeAll(async () => {
    buyer = await customer(shop);
    // as an order by code writes them, one after the other; many share a millisecond
    const ids = Array.from({ length: 120 }, newId).sort();
    await shop.query(
      `insert into orders (id, user_id, address, subtotal, delivery_fee, amount, payment_method, request_hash)
       select id, $2, '{}', 10, 1, 11, 'cod', 'x' from unnest($1::text[]) as id`,
      [ids, buyer.userId],
    );
    await shop.query(
      `insert into order_items (order_id, line, product_id, name, price, size, quantity, image)
       select id, 1, 'gone', 'Gone', 10, 'M', 1, '' from unnest($1::text[]) as id`,
      [ids],
    );
  });

  test("50 to a page, newest first, each once, the same when asked again", async () => {
    const ids: string[] = [];
    for (let page = 1; page <= 4; page++) ids.push(...(await list(buyer, page)).map((order) => order._id));
    expect(ids).toHaveLength(120);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect((await list(buyer, 2)).map((order) => order._id)).toEqual(ids.slice(50, 100));
    expect(await list(buyer, 10_000)).toEqual([]);
  });

  test.each([0, -1, 1.5, 10_001, "1", [1]].map((page) => ({ page })))(
    "page $page is refused",
    async (body) => {
      expect((await shop.post("/api/order/userOrders", body, buyer.token)).status).toBe(400);
    },
  );
});

holdsInvariants(() => shop);
