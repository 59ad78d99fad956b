import { expect, test, vi } from "vitest";
import { createClock } from "../clock.ts";
import { BEGIN, PHONE, register, TILL } from "./test-money.ts";
import { openTestShop } from "./test-shop.ts";

test("A prompt can be queried for a day", async () => {
  const shop = await openTestShop({}, BEGIN);
  const id = (await shop.push(PHONE)).json.CheckoutRequestID;
  await shop.control.advance(86_400);
  await shop.token();
  expect((await shop.query(id)).json.ResultCode).toBe("0");
  await shop.control.advance(1);
  expect((await shop.query(id)).json.errorMessage).toBe("The transaction does not Exist");
  await shop.close();
});

test("A prompt's confirmation carries the reference by Pay Bill, and none by till", async () => {
  for (const [options, reference] of [
    [{}, "KB7Q2M9XPD"],
    [{ till: TILL }, ""],
  ] as const) {
    const shop = await openTestShop(options, BEGIN);
    await register(shop);
    await shop.push(PHONE);
    await shop.control.advance(9);
    const type = "till" in options ? "Buy Goods" : "Pay Bill";
    const BusinessShortCode = "till" in options ? TILL : "174379";
    const TransID = shop.control.payments()[0]?.receipt;
    const confirmed = { BillRefNumber: reference, TransactionType: type, BusinessShortCode, TransID };
    expect(shop.on("/c2b")[0]?.json).toMatchObject(confirmed);
    await shop.close();
  }
});

test("On a clock that runs, callbacks come by themselves and query and Timestamp keep their limits", async () => {
  const clock = createClock({ scale: 100 });
  const shop = await openTestShop({ clock, anyTimestamp: false, queryLimit: true });
  const pushed = await shop.post("/mpesa/stkpush/v1/processrequest", shop.pushBody(PHONE));
  expect(pushed.json.ResponseCode).toBe("0");
  await vi.waitFor(() => expect(shop.on("/stk")).toHaveLength(1));
  expect((await shop.query(pushed.json.CheckoutRequestID)).json.ResultCode).toBe("0");
  expect((await shop.query(pushed.json.CheckoutRequestID)).status).toBe(429);
  await shop.close();
});
