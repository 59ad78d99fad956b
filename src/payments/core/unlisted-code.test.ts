import { expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { stockOf } from "../../../test/outcome.ts";
import {
  ASKED_FREELY,
  paidShop,
  paymentOf,
  phoneOf,
  push,
  pushOf,
  standing,
} from "../../../test/payments.ts";
import type { Person } from "../../../test/people.ts";

const shop = paidShop(ASKED_FREELY);

const WAITING = { ResultCode: null, ResultDesc: "Waiting for M-Pesa", status: "pending" };
const current = async (buyer: Person) =>
  (await shop.post("/api/payment/current", {}, buyer.token)).body.payment;
const queries = () => shop.daraja.requests("stkpushquery").length;

test("a code that M-Pesa's list does not know is shown with how often it was reported, by callback and query, and ends nothing", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
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

test("another unknown code restarts the count, one that is under way ends it, and a known one is shown alone", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
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
