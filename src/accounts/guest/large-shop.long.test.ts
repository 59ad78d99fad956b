import { afterAll, expect, test } from "vitest";
import { addInventedOrders } from "../../../scripts/seed/invented-orders.ts";
import { guestOf, PASSWORD } from "../../../test/people.ts";
import { plansOf } from "../../../test/plans.ts";
import { openTestShop } from "../../../test/shop.ts";
import { member } from "../../../test/support/account-rows.ts";

const shop = await openTestShop();
await addInventedOrders(shop.connection, 6_000);
afterAll(() => shop.close());

test("a log-in looks for what guests ordered under its e-mail without reading a table from end to end", async () => {
  const email = await member(shop);
  await guestOf(shop, email);
  await shop.query("analyze users, orders, payments");
  const plans = await plansOf(shop, () => shop.post("/api/user/login", { email, password: PASSWORD }));
  expect(plans.filter((plan) => plan.includes("orders_by_email"))).toHaveLength(2);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (users|orders|payments)\b/);
});
