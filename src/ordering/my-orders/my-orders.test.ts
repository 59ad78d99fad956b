import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { inventOrders, PLACE } from "../../../test/orders.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";

type Listed = { _id: string; date: number; items: unknown[] }[];

const shop = await openTestShop();
afterAll(() => shop.close());

const list = async ({ token }: Person, page?: number) => {
  const { status, body } = await shop.post("/api/order/userOrders", page ? { page } : {}, token);
  expect(status).toBe(200);
  return body.orders as Listed;
};

test.each(["/api/order/userOrders", "/api/order/userorders"])(
  "%s lists one's own orders, kept by nobody",
  async (path) => {
    const buyer = await customer(shop);
    const placed = await shop.post(PLACE, orderOf(await addProduct(shop)), buyer.token);
    const mine = await shop.post(path, undefined, buyer.token);
    expect(mine).toMatchObject({ status: 200, headers: { "cache-control": "no-store" } });
    expect(mine.body.orders).toMatchObject([{ _id: placed.body.orderId }]);
  },
);

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
    await inventOrders(shop, buyer, 120);
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
