import { afterAll, beforeAll, expect, test } from "vitest";
import { endOf, hoursOf, warningOf } from "../../../../test/code-hours.ts";
import { addProduct } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { outcomeOf } from "../../../../test/outcome.ts";
import { openPaidShop, type PaidShop } from "../../../../test/payments.ts";
import { customer } from "../../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../../test/till.ts";
import { eatStamp } from "../password.ts";
import { retypeCode } from "./retype-code.server.ts";

// M-Pesa can be asked about codes here
let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());

/** An order whose shopper was warned that M-Pesa does not know its code, and sent another; the first one's time is over. */
async function sentAnother(second: string) {
  const buyer = await customer(shop);
  const begun = await typeCode(shop, buyer, await addProduct(shop), `UKY${second.slice(3)}`);
  await warningOf(shop);
  expect(await retypeCode(shop.db, { orderId: begun.orderId, code: second })).toBe("unpaid");
  await endOf(shop);
  return { buyer, ...begun };
}

test("the first code's end cancels no order whose second code is looked for; its money pays", async () => {
  const second = "UKX0000001";
  const { buyer, orderId } = await sentAnother(second);
  expect(await outcomeOf(shop, buyer)).toMatchObject({
    states: ["failed", "pending"],
    orders: [{ id: orderId, payment: false, status: "Order Placed" }],
    mails: ["placed", "code-ends"],
  });
  // typed two and a half hours ago, and paid just then
  await tellOfMoney(shop, second, { TransTime: eatStamp(new Date(Date.now() - 2.5 * 3_600_000)) });
  await hoursOf(shop, 2);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ payment: true, status: "Order Placed" }]);
});

test("when nothing comes of the second either, the order ends 48 hours after the first", async () => {
  const { buyer, paymentId } = await sentAnother("UKX0000002");
  await shop.query("update payments set state = 'failed', next_check_at = null where user_id = $1", [
    buyer.userId,
  ]);
  await shop.query("update payments set rejected_at = rejected_at - interval '40 hours' where id = $1", [
    paymentId,
  ]);
  await shop.work();
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ status: "Order Placed" }]);
  await shop.query("update payments set rejected_at = rejected_at - interval '10 hours' where id = $1", [
    paymentId,
  ]);
  await shop.work();
  expect(await outcomeOf(shop, buyer)).toMatchObject({
    orders: [{ status: "Cancelled" }],
    mails: ["placed", "code-ends", "code-rejected"],
  });
});

holdsInvariants(() => shop);
