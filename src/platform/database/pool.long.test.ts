import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customer } from "../../../test/people.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const hold = (count: number) =>
  Promise.all(Array.from({ length: count }, () => shop.database.pool.connect()));

// the shop's own jobs may be asking at this moment
const expectAllIdle = () =>
  expect.poll(() => shop.database.pool.totalCount - shop.database.pool.idleCount).toBe(0);

test("while every connection is taken a call is told so after a second, and nothing is left waiting", async () => {
  const { token } = await customer(shop);
  const taken = await hold(12);
  const begun = performance.now();
  expect(await shop.post("/api/cart/get", {}, token)).toMatchObject({
    status: 503,
    body: { success: false, message: "The shop is very busy. Please try again in a moment." },
    headers: { "retry-after": "2" },
  });
  const took = performance.now() - begun;
  expect(took).toBeGreaterThan(990);
  // by this limit, and not by the five seconds that a server is given to connect
  expect(took).toBeLessThan(4_900);
  for (const client of taken) client.release();
  expect((await shop.post("/api/cart/get", {}, token)).status).toBe(200);
  await expectAllIdle();
});

test("queued acquires are served in order", async () => {
  const { pool } = shop.database;
  const [first, second, ...others] = await hold(12);
  const served: string[] = [];
  const waiting = ["a", "b"].map(async (name) => {
    const client = await pool.connect();
    served.push(name);
    client.release();
  });
  first?.release();
  // one that failed is given up, and a new one made in its place
  second?.release(true);
  await Promise.all(waiting);
  expect(served).toEqual(["a", "b"]);
  for (const client of others) client.release();
  await expectAllIdle();
});

test("readers use three quarters at most: an order finds a connection while the catalogue is slow", async () => {
  const { reading, db, pool } = shop.database;
  const closed = await shop.looking.connect();
  await closed.query("select pg_advisory_lock(1)");
  pool.acquireTimeoutMillis = 300;
  const reads = Array.from({ length: 12 }, () =>
    reading.execute(sql`select pg_advisory_xact_lock_shared(1)`),
  );
  const outcome = Promise.allSettled(reads);
  // three do not get a slot in time
  for (const late of reads.slice(9)) await expect(late).rejects.toThrow();
  // the others still wait for the lock; on a busy machine it takes longer to connect
  pool.acquireTimeoutMillis = 10_000;
  await Promise.all(Array.from({ length: 3 }, () => db.execute(sql`select 1`)));
  await closed.query("select pg_advisory_unlock(1)");
  closed.release();
  expect((await outcome).map(({ status }) => status)).toEqual([
    ...Array(9).fill("fulfilled"),
    ...Array(3).fill("rejected"),
  ]);
  pool.acquireTimeoutMillis = 1_000;
});

test("a statement that fails releases its slot", async () => {
  const { reading } = shop.database;
  for (let count = 0; count < 20; count += 1)
    await expect(reading.execute(sql`select 1 / 0`)).rejects.toThrow();
  expect((await reading.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await expectAllIdle();
});
