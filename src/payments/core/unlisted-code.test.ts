import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { stockOf } from "../../../test/outcome.ts";
import {
  openPaidShop,
  type PaidShop,
  paymentOf,
  phoneOf,
  push,
  pushOf,
  standing,
} from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
});
afterAll(() => shop.close());

const WAITING = { ResultCode: null, ResultDesc: "Waiting for M-Pesa", status: "pending" };
const current = async (buyer: Person) =>
  (await shop.post("/api/payment/current", {}, buyer.token)).body.payment;
const queries = () => shop.daraja.requests("stkpushquery").length;

test("a code that M-Pesa's list does not know is told with how often it was said, by callback and query, and ends nothing", async () => {
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phoneOf("036")));
  const before = queries();
  await shop.pass(5);
  expect(await standing(shop, buyer, id)).toEqual(WAITING);
  // the callback, and the question it caused
  await shop.pass(5);
  expect(queries() - before).toBe(1);
  const twice = { code: "7777", codeTimes: 2 };
  expect(await standing(shop, buyer, id)).toEqual({ ...WAITING, ...twice });
  expect(await current(buyer)).toMatchObject({ status: "pending", resultCode: null, ...twice });
  await shop.pass(10);
  expect(await standing(shop, buyer, id)).toEqual({ ...WAITING, code: "7777", codeTimes: 3 });
  await shop.pass(45);
  expect(queries() - before).toBe(4);
  expect(await standing(shop, buyer, id)).toEqual({ ...WAITING, code: "7777", codeTimes: 5 });
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", code: null });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
});

test("another unknown code begins anew, one that is under way ends the count, and a known one is told alone", async () => {
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  // still under processing, for ever
  const phone = "254735000001";
  shop.daraja.scenario({ phone, scenario: "035" });
  const id = await push(shop, buyer, pushOf(tee, phone));
  const says = (ResultCode: number) =>
    shop.daraja.callback({ checkoutRequestId: id, change: { ResultCode, CallbackMetadata: null } });
  shop.daraja.mode({ mode: "all-5xx", status: 503, path: "stkpushquery" });
  await says(7777);
  await shop.pass(1, 1);
  await says(8888);
  await shop.pass(1, 1);
  await says(8888);
  await shop.pass(1, 1);
  expect(await standing(shop, buyer, id)).toEqual({ ...WAITING, code: "8888", codeTimes: 2 });
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(60);
  expect(await standing(shop, buyer, id)).toEqual(WAITING);
  await says(7777);
  await shop.pass(1, 1);
  shop.daraja.dropCallbacks(true);
  shop.daraja.scenario({ phone, scenario: null });
  await shop.daraja.cancel(id);
  shop.daraja.dropCallbacks(false);
  await shop.pass(60);
  expect(await standing(shop, buyer, id)).toEqual({
    ResultCode: "1032",
    ResultDesc: "Payment cancelled by user.",
    status: "failed",
  });
  expect(await current(buyer)).not.toHaveProperty("code");
});

holdsInvariants(() => shop);
