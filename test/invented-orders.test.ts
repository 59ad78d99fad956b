import { afterAll, beforeAll, expect, test } from "vitest";
import { addInventedOrders } from "../scripts/seed/invented-orders.ts";
import { address } from "../src/ordering/contract.ts";
import { STATUSES } from "../src/ordering/rules.ts";
import { holdsInvariants } from "./invariants.ts";
import { openTestShop, type TestShop } from "./shop.ts";
import { signInStaff } from "./support/back-office.ts";

const COUNT = 400;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  expect(await addInventedOrders(shop.connection, COUNT)).toBe(COUNT);
});
afterAll(() => shop.close());

test("staff find every one of them, of each status, method and state of its money", async () => {
  const owner = await signInStaff(shop);
  const seen: { _id: string; status: string; paymentMethod: string; payment: boolean; refund: unknown }[] =
    [];
  let next: unknown;
  do {
    const { body } = await owner.get(`/orders${next ? `?after=${next}` : ""}`);
    seen.push(...(body.rows as typeof seen));
    next = body.next;
  } while (next);
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(COUNT);
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(STATUSES));
  expect(new Set(seen.map(({ paymentMethod }) => paymentMethod))).toEqual(
    new Set(["cod", "mpesa", "flutterwave"]),
  );
  expect(new Set(seen.map(({ refund }) => refund))).toEqual(new Set([null, "due", "part", "done"]));
  expect(seen.every(({ status, payment }) => payment || /^(Order Placed|Cancelled)$/.test(status))).toBe(
    true,
  );
  const { body } = await owner.get(`/orders/${seen[50]?._id}`);
  expect(body.order).toMatchObject({ _id: seen[50]?._id, payments: [{ amount: expect.any(Number) }] });
  expect((await owner.get("/codes")).body.rows).not.toHaveLength(0);
  expect((await owner.get("/payments?which=refunds")).body.rows).not.toHaveLength(0);
});

test("their addresses are such as shoppers type, and their times are of the past year", async () => {
  const rows = await shop.query("select address, placed_at from orders");
  for (const row of rows) expect(address.safeParse(row.address).error, JSON.stringify(row)).toBeUndefined();
  const late = `select from order_events where at > now() or at < now() - interval '366 days'`;
  expect(await shop.query(late)).toEqual([]);
});

test("none is mailed, and no provider is asked about one", async () => {
  expect(await shop.query("select from outbox where state <> 'sent'")).toEqual([]);
  expect(await shop.query("select from payments where next_check_at is not null")).toEqual([]);
  expect(await shop.query("select from refunds where next_try_at is not null")).toEqual([]);
});

test("a shop that has orders gets no more", async () => {
  expect(await addInventedOrders(shop.connection, COUNT)).toBe(0);
  expect(await shop.query("select count(*)::int as count from orders")).toEqual([{ count: COUNT }]);
});

holdsInvariants(() => shop);
