import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { customer } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

// the shop's own jobs may be asking at this moment
const expectAllIdle = () =>
  expect.poll(() => shop.database.pool.totalCount - shop.database.pool.idleCount).toBe(0);

test("Waiting for a connection ends", async () => {
  const { token } = await customer(shop);
  const taken = await Promise.all(Array.from({ length: 12 }, () => shop.database.pool.connect()));
  expect(await shop.post("/api/cart/get", {}, token)).toMatchObject({
    status: 503,
    body: { success: false, message: "The shop is very busy. Please try again in a moment." },
    headers: { "retry-after": "2" },
  });
  for (const client of taken) client.release();
  expect((await shop.post("/api/cart/get", {}, token)).status).toBe(200);
  await expectAllIdle();
});

test("An order finds a connection while the catalogue is slow", async () => {
  const { reading, readers, db } = shop.database;
  const closed = await shop.looking.connect();
  await closed.query("select pg_advisory_lock(1)");
  const reads = Array.from({ length: 12 }, () =>
    reading.execute(sql`select pg_advisory_xact_lock_shared(1)`).catch(() => "too busy"),
  );
  await expect.poll(() => readers.totalCount).toBe(6);
  await Promise.all(Array.from({ length: 12 }, () => db.execute(sql`select 1`)));
  await closed.query("select pg_advisory_unlock(1)");
  closed.release();
  await Promise.all(reads);
  expect(readers.totalCount).toBe(6);
});

test("a statement that fails gives its connection back", async () => {
  const { reading, readers } = shop.database;
  for (let count = 0; count < 20; count += 1)
    await expect(reading.execute(sql`select 1 / 0`)).rejects.toThrow();
  expect((await reading.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await expect.poll(() => readers.totalCount - readers.idleCount).toBe(0);
});
