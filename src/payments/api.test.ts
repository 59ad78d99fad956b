import { afterAll, describe, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { written } from "../../test/orders.ts";
import { ADDRESS, customer, orderOf } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { PAYMENT_TEXTS } from "./rules.ts";

const shop = await openTestShop();
const buyer = await customer(shop);
afterAll(() => shop.close());

const NO_CARDS = "Card payments are not available in this shop yet. Please choose cash on order.";
const CALLS = [
  {
    path: "/token/stkpush",
    body: { amount: "1601", phoneNumber: "254712345678" },
    says: [409, "M-Pesa prompts are not available in this shop yet. Please choose cash on order."],
  },
  { path: "/token/query", body: { checkoutRequestID: "ws_CO_1" }, says: [404, PAYMENT_TEXTS.unknownPayment] },
  { path: "/api/order/mpesa", body: { amount: 1601 }, says: [409, PAYMENT_TEXTS.notPaidYet] },
  { path: "/api/payment/flutterwave/intent", body: { address: ADDRESS }, says: [409, NO_CARDS] },
  { path: "/api/order/flutterwave", body: { transactionId: 1 }, says: [409, NO_CARDS] },
] as const;

describe.each(CALLS)("POST $path in a shop that offers cash on order alone", ({ path, body, says }) => {
  test("says so, and does nothing", async () => {
    const before = await written(shop);
    const { amount: _, ...order } = orderOf(await addProduct(shop, { stock: {} }));
    const answer = await shop.post(path, { ...order, ...body, payment: true }, buyer.token);
    const [status, message] = says;
    expect({ status: answer.status, body: answer.body }).toEqual({
      status,
      // the push call's errors carry `error` too
      body: { success: false, message, ...(path === "/token/stkpush" ? { error: message } : {}) },
    });
    expect(await written(shop)).toEqual(before);
  });

  test("is for signed-in customers", async () => {
    for (const token of ["", "null", "x".repeat(43)])
      expect(await shop.post(path, body, token)).toMatchObject({ status: 401, body: { success: false } });
  });
});
