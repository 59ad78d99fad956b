import { expect, test, vi } from "vitest";
import { createClock } from "../clock.ts";
import { BEGIN, codeAfter, PHONE, register, reverse, TILL } from "./test-money.ts";
import { itemOf, openTestShop } from "./test-shop.ts";

test("A prompt can be queried for a day, or as long as said", async () => {
  const shop = await openTestShop({}, BEGIN);
  const id = (await shop.push(PHONE)).json.CheckoutRequestID;
  await shop.control.advance(86_400);
  await shop.token();
  expect((await shop.query(id)).json.ResultCode).toBe("0");
  await shop.control.advance(1);
  expect((await shop.query(id)).json.errorMessage).toBe("The transaction does not Exist");
  shop.control.switches({ retentionHours: 48 });
  expect((await shop.query(id)).json.ResultCode).toBe("0");
  await shop.close();
});

test("A callback can mask the phone or leave it out", async () => {
  const shop = await openTestShop({ phoneInCallback: "masked" }, BEGIN);
  await shop.push(PHONE);
  await shop.control.advance(8);
  shop.control.switches({ phoneInCallback: "absent" });
  await shop.push(PHONE);
  await shop.control.advance(8);
  expect(shop.on("/stk").map((callback) => itemOf(callback, "PhoneNumber"))).toEqual([
    "2547 ***** 001",
    undefined,
  ]);
  await shop.close();
});

test("A prompt's confirmation carries the reference by Pay Bill, and by till only where switched", async () => {
  for (const [options, reference] of [
    [{}, "KB7Q2M9XPD"],
    [{ till: TILL }, ""],
    [{ till: TILL, tillBillRef: true }, "KB7Q2M9XPD"],
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

test("A part is reversed where that is allowed, and a reset goes back to how it was started", async () => {
  const shop = await openTestShop({ till: TILL, partialReversal: true, expiresInText: true }, BEGIN);
  const { code } = shop.control.payTill({ amount: 1501, phone: PHONE });
  await reverse(shop, code, { Amount: 1 });
  expect(await codeAfter(shop, 5)).toBe(0);
  shop.control.switches({ expiresInText: false, anyUrl: true });
  expect((await register(shop, { ValidationURL: `${shop.home}/mpesa` })).status).toBe(200);
  shop.control.reset();
  await shop.token();
  expect((await register(shop, { ValidationURL: `${shop.home}/mpesa` })).status).toBe(400);
  const basic = `Basic ${btoa("simulated-consumer-key:simulated-consumer-secret")}`;
  const url = `${shop.url}/oauth/v1/generate?grant_type=client_credentials`;
  const given = await fetch(url, { headers: { authorization: basic } });
  expect(await given.json()).toMatchObject({ expires_in: "3599" });
  await shop.close();
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
