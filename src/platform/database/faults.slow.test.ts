import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { untilCached } from "../../../test/cached-pages.ts";
import { addProduct, type Goods, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE, written } from "../../../test/orders.ts";
import { openPages } from "../../../test/pages.ts";
import { customer, orderOf, type Person, regulars } from "../../../test/people.ts";
import { type Answer, impatiently, openTestShop, patient } from "../../../test/shop.ts";
import { layWire } from "../../../test/wire.ts";

let tee: Goods;
let buyer: Person;
const stray: unknown[] = [];
const note = (error: unknown) => void stray.push(error);

process.on("uncaughtException", note);
process.on("unhandledRejection", note);
const wire = await layWire(inject("server"));
const shop = await openTestShop({}, { server: wire.server });
beforeEach(async () => {
  tee = await addProduct(shop, { stock: { M: 5 } });
  buyer = await customer(shop);
});
afterAll(async () => {
  process.off("uncaughtException", note);
  process.off("unhandledRejection", note);
  wire.mend();
  await shop.close();
  wire.close();
});

const place = (order: object, key?: string) =>
  shop.post(PLACE, order, buyer.token, key ? { "idempotency-key": key } : {});

/** 503 in the one shape, with when to come again. */
function away(answer: Answer) {
  expect(answer).toMatchObject({
    status: 503,
    body: { success: false, message: "The shop is very busy. Please try again in a moment." },
    headers: { "retry-after": "2", "cache-control": "no-store" },
  });
}

/** Back to work, with every connection of the pool usable. */
async function recovers() {
  const crowd = () => Promise.all(Array.from({ length: 30 }, () => shop.get("/api/ready")));
  // it takes a moment to hear of a lost connection
  await expect.poll(async () => [...new Set((await crowd()).map((answer) => answer.status))]).toEqual([200]);
  expect(shop.database.pool.waitingCount).toBe(0);
  await expect.poll(() => shop.database.pool.totalCount - shop.database.pool.idleCount).toBe(0);
  expect(stray).toEqual([]);
}

/** Holds the product's stock, so that an order waits in the middle of its transaction. */
async function holdStock(product: Goods) {
  const client = await shop.looking.connect();
  await client.query("begin");
  await client.query("select from stock where product_id = $1 for update", [product._id]);
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

/** Waits until the app has a statement waiting for rows (a NOTIFY waits for those of other databases), and gives its backend. */
async function waiting(): Promise<number> {
  for (;;) {
    const [row] = await shop.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple') and application_name = 'sauti-shop'",
    );
    if (row) return row.pid;
    await pause(10);
  }
}

describe("the database goes away and comes back", () => {
  test("Without its database every call says so, and all works once it is back", async () => {
    await shop.get("/api/ready");
    wire.cut();
    for (const [url, body] of [
      ["/api/cart/get", {}],
      ["/api/cart/add", { itemId: tee._id, size: "M" }],
      ["/api/order/userOrders", {}],
      [PLACE, orderOf(tee)],
      ["/api/user/login", { email: "a@b.co", password: "whatever it is" }],
      ["/token/stkpush", { amount: "1", phoneNumber: "1" }],
    ] as const)
      away(await shop.post(url, body, buyer.token));
    away(await shop.get("/api/product/list?search=nobody-asked-before"));
    expect(await shop.get("/api/ready")).toMatchObject({
      status: 503,
      body: { success: false, message: "The database does not answer." },
      headers: { "retry-after": "2" },
    });
    expect((await shop.get("/api/health")).status).toBe(200);
    expect((await shop.get("/api/nothing")).status).toBe(404);
    wire.mend();
    await recovers();
    expect((await place(orderOf(tee))).status).toBe(200);
  });

  test("After all connections are killed calls find new ones", async () => {
    await Promise.all(Array.from({ length: 12 }, () => shop.get("/api/ready")));
    const release = await holdStock(tee);
    const placing = place(orderOf(tee));
    await waiting();
    await shop.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sauti-shop'",
    );
    away(await placing);
    await release();
    await recovers();
    expect(await onHand(shop, tee)).toBe(5);
  });

  test("Pages just seen are shown while the database is away", async () => {
    const list = "/api/product/list?limit=1&sort=low-high";
    const pages = await openPages(shop);
    // the note of this test's product would have the list made anew
    await untilCached(pages, [list]);
    const before = await pages.text(list);
    wire.cut();
    const meanwhile = await pages.ask(list);
    expect([meanwhile.status, String(meanwhile.body)]).toEqual([200, before]);
    wire.mend();
    await shop.query("update products set price = 7 where id = $1", [tee._id]);
    // it takes a moment to notice a lost connection
    await expect.poll(async () => JSON.parse(await pages.text(list)).products).toMatchObject([{ price: 7 }]);
    await pages.close();
  });
});

describe("cut in the middle of an order", () => {
  test("A cut statement leaves nothing, and repeating the request makes one order", async () => {
    const order = orderOf(tee);
    const before = await written(shop);
    const release = await holdStock(tee);
    const placing = place(order);
    await shop.query("select pg_terminate_backend($1)", [await waiting()]);
    away(await placing);
    await release();
    expect(await written(shop)).toEqual(before);
    expect((await place(order)).status).toBe(200);
    expect((await place(order)).status).toBe(200);
    expect(await onHand(shop, tee)).toBe(4);
    await recovers();
  });

  test.each([
    "for update",
    "on_hand = on_hand",
    'insert into "orders"',
    'insert into "order_items"',
    'delete from "cart_lines"',
    'insert into "outbox"',
  ])("cut right after it sent %j: nothing half written, and again gives one", async (word) => {
    await shop.post("/api/cart/add", { itemId: tee._id, size: "M" }, buyer.token);
    const before = await written(shop);
    wire.cutAfter(word);
    const order = orderOf(tee);
    away(await place(order, word));
    wire.mend();
    expect(await written(shop)).toEqual(before);
    const placed = await place(order, word);
    expect(placed.status).toBe(200);
    expect((await place(order, word)).body).toEqual(placed.body);
    expect(await onHand(shop, tee)).toBe(4);
    await recovers();
  });

  test.each(["with a key", "without one"])(
    "A lost COMMIT answer commits once, and repeating the request finds the order: %s",
    async (how) => {
      wire.cutAfter("commit");
      const order = orderOf(tee);
      const key = how === "with a key" ? `key-${buyer.userId}` : undefined;
      away(await place(order, key));
      wire.mend();
      // the commit had left: it arrives in its own time
      await expect.poll(() => onHand(shop, tee)).toBe(4);
      const [row] = await shop.query("select id from orders where phase = 'placed' and user_id = $1", [
        buyer.userId,
      ]);
      const again = await place(order, key);
      expect(again).toMatchObject({ status: 200, body: { orderId: row?.id } });
      expect(await onHand(shop, tee)).toBe(4);
      await recovers();
    },
  );
});

describe("every wait ends by itself", () => {
  // for two seconds in the shop: db.test.ts
  test("Waiting for a lock ends, and nothing is written", async () => {
    const before = await written(shop);
    const release = await holdStock(tee);
    away(await impatiently(shop, () => place(orderOf(tee))));
    await release();
    expect(await written(shop)).toEqual(before);
    await recovers();
  });

  test("A hot product does not close the shop", async () => {
    const { pool } = shop.database;
    // on a slow machine as well, the last of them has its turn
    const { options } = pool;
    const usual = { ...options };
    await patient(shop);
    // new connections take these limits
    await shop.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sauti-shop'",
    );
    await recovers();
    const release = await holdStock(tee);
    const people = await regulars(shop, 40);
    const orders = people.map(({ token }) => shop.post(PLACE, orderOf(tee), token));
    await waiting();
    expect((await shop.get("/api/health")).status).toBe(200);
    await release();
    const answers = await Promise.all(orders);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(35);
    Object.assign(options, usual);
    await recovers();
  });

  test("Waiting for a silent server ends", async () => {
    const { options } = shop.database.pool;
    // the real limits are seconds; new connections take these
    Object.assign(options, { query_timeout: 300, connectionTimeoutMillis: 300 });
    await shop.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sauti-shop'",
    );
    await recovers();
    wire.freeze();
    away(await place(orderOf(tee)));
    away(await shop.get("/api/product/list?search=frozen"));
    expect((await shop.get("/api/ready")).status).toBe(503);
    wire.mend();
    Object.assign(options, { query_timeout: 6_000, connectionTimeoutMillis: 2_000 });
    await expect.poll(async () => (await shop.get("/api/ready")).status).toBe(200);
    // connections that were idle all the time still have the short limit, and a busy machine is slower than that
    const order = orderOf(tee);
    await expect.poll(async () => (await place(order)).status).toBe(200);
  });
});

holdsInvariants(() => shop);
