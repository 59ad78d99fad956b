import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { itemOf, openTestShop, stkOf, type TestShop } from "./test-shop.ts";

/** 2026-11-05 14:30:01 in Nairobi. */
const BEGIN = Date.parse("2026-11-05T11:30:01Z");
const PHONE = "254700000001";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({}, BEGIN);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.control.reset();
  shop.received.length = 0;
  await shop.token();
});

const refusal = (code: string, message: string) => ({
  requestId: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{16}$/),
  errorCode: code,
  errorMessage: message,
});

test("A push is accepted, called back and queried in Daraja's own shapes", async () => {
  const pushed = await shop.push(PHONE, { BusinessShortCode: 174379 });
  expect(pushed.status).toBe(200);
  expect(pushed.json).toEqual({
    MerchantRequestID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{16}$/),
    CheckoutRequestID: expect.stringMatching(/^ws_CO_05112026\d{6}\d{1,3}700000001$/),
    ResponseCode: "0",
    ResponseDescription: "Success. Request accepted for processing",
    CustomerMessage: "Success. Request accepted for processing",
  });
  const { MerchantRequestID, CheckoutRequestID } = pushed.json;

  const waiting = await shop.query(CheckoutRequestID);
  expect(waiting).toMatchObject({ status: 200 });
  expect(waiting.json).toEqual({
    ResponseCode: "0",
    ResponseDescription: "The service request has been accepted successfully",
    MerchantRequestID,
    CheckoutRequestID,
    ResultCode: "4999",
    ResultDesc: "The transaction is still under processing",
  });

  await shop.control.advance(8);
  const [payment] = shop.control.payments();
  expect(payment).toMatchObject({
    state: "paid",
    phone: PHONE,
    amount: 1501,
    accountReference: "KB7Q2M9XPD",
  });
  expect(payment?.receipt).toMatch(/^UK5[A-Z0-9]{7}$/);
  const [callback] = shop.on("/stk");
  expect(callback?.headers["content-type"]).toBe("application/json;charset=UTF-8");
  expect(callback?.headers.businessshortcode).toBe("174379");
  expect(callback?.headers.authorization).toBeUndefined();
  const ids = `"MerchantRequestID":"${MerchantRequestID}","CheckoutRequestID":"${CheckoutRequestID}"`;
  expect(callback?.text).toBe(
    `{"Body":{"stkCallback":{${ids},"ResultCode":0,"ResultDesc":"The service request is processed successfully.",` +
      `"CallbackMetadata":{"Item":[{"Name":"Amount","Value":1501.00},{"Name":"MpesaReceiptNumber","Value":"${payment?.receipt}"},` +
      `{"Name":"Balance"},{"Name":"TransactionDate","Value":${itemOf(callback, "TransactionDate")}},{"Name":"PhoneNumber","Value":254700000001}]}}}}`,
  );
  expect(String(itemOf(callback, "TransactionDate"))).toMatch(/^20261105\d{6}$/);

  const answered = await shop.query(CheckoutRequestID);
  expect(answered.json).toEqual({
    ResponseCode: "0",
    ResponseDescription: "The service request has been accepted successfully",
    MerchantRequestID,
    CheckoutRequestID,
    ResultCode: "0",
    ResultDesc: "The service request is processed successfully.",
  });
});

test("A failure's callback carries nothing but its code and words", async () => {
  const { json } = await shop.push("254110000002");
  await shop.control.advance(6);
  expect(shop.on("/stk").map((callback) => callback.json)).toEqual([
    {
      Body: {
        stkCallback: {
          MerchantRequestID: json.MerchantRequestID,
          CheckoutRequestID: json.CheckoutRequestID,
          ResultCode: 1032,
          ResultDesc: "Request cancelled by user",
        },
      },
    },
  ]);
});

test.each([
  ["BusinessShortCode", undefined],
  ["BusinessShortCode", "12"],
  ["Password", undefined],
  ["Timestamp", undefined],
  ["Timestamp", "20261305143000"],
  ["Timestamp", "2026-11-05"],
  ["TransactionType", undefined],
  ["TransactionType", "CustomerPay"],
  ["Amount", undefined],
  ["Amount", "0"],
  ["Amount", "-1"],
  ["Amount", "01"],
  ["Amount", "10.00"],
  ["Amount", 10.5],
  ["Amount", "1e3"],
  ["Amount", "250001"],
  ["PartyA", undefined],
  ["PartyA", "0700000001"],
  ["PartyB", undefined],
  ["PhoneNumber", undefined],
  ["PhoneNumber", "+254700000001"],
  ["PhoneNumber", "254200000001"],
  ["PhoneNumber", "2547000000011"],
  ["CallBackURL", undefined],
  ["CallBackURL", "ftp://shop.example/x"],
  ["CallBackURL", "shop.example/x"],
  ["CallBackURL", "https://Shop.example/x"],
  ["AccountReference", undefined],
  ["AccountReference", ""],
  ["AccountReference", "KB7Q2M9XPDABC"],
  ["AccountReference", "KB-7"],
  ["TransactionDesc", "Shop order 123"],
])("A push with %s %j is refused by that name and creates nothing", async (field, value) => {
  const { status, json } = await shop.push(PHONE, { [field]: value });
  expect({ status, json }).toEqual({
    status: 400,
    json: refusal("400.002.02", `Bad Request - Invalid ${field}`),
  });
  expect(shop.control.payments()).toEqual([]);
});

test.each([
  { TransactionDesc: undefined },
  { TransactionDesc: "" },
  { Amount: 250_000 },
  { Amount: 1 },
  { CallBackURL: "http://127.0.0.1:9/hooks/mpesa" },
  { AccountReference: "A" },
])("A push with %j is taken", async (change) => {
  expect((await shop.push(PHONE, change)).json.ResponseCode).toBe("0");
});

test("Credentials, payload, method and path are refused in Daraja's spellings", async () => {
  const path = "/mpesa/stkpush/v1/processrequest";
  const body = shop.pushBody(PHONE);
  const merchant = (message: string) => ({ status: 500, json: refusal("500.001.1001", message) });
  expect(await shop.push(PHONE, { BusinessShortCode: "174378" })).toMatchObject(
    merchant("Merchant does not exist"),
  );
  const wrong = merchant("[MerchantValidate] - Wrong credentials");
  expect(await shop.push(PHONE, { Password: "bm8=" })).toMatchObject(wrong);
  expect(await shop.push(PHONE, { Timestamp: "20261105143002" })).toMatchObject(wrong);

  const plain = await shop.post(path, body, { "content-type": "text/plain" });
  expect(plain).toMatchObject({
    status: 400,
    json: refusal("400.002.02", "Bad Request - Invalid Content-Type"),
  });
  for (const text of ["{", "[]", "", "null"])
    expect(await shop.post(path, text)).toMatchObject({
      status: 400,
      json: refusal("400.002.05", "Invalid Request Payload"),
    });
  expect(await shop.post(path, body, { authorization: "" })).toMatchObject({
    status: 404,
    json: refusal("404.001.04", "Invalid Authentication Header"),
  });
  expect(await shop.post(path, body, { authorization: "Bearer no" })).toMatchObject({
    status: 404,
    json: refusal("404.001.03", "Invalid Access Token"),
  });
  expect(await shop.post("/mpesa/nothing", body)).toMatchObject({
    status: 404,
    json: refusal("404.001.01", "Resource not found"),
  });
  const got = await fetch(shop.url + path);
  expect([got.status, await got.json()]).toEqual([405, refusal("405.001", "GET Method Not Allowed")]);
  expect(shop.control.payments()).toEqual([]);
  expect(shop.control.requests("processrequest").map((call) => call.status)).toEqual([
    500, 500, 500, 400, 400, 400, 400, 400, 404, 404, 405,
  ]);
});

test("A phone takes one prompt at a time, and a second like the first is a second payment", async () => {
  const first = await shop.push(PHONE);
  expect(await shop.push(PHONE)).toMatchObject({
    status: 500,
    json: refusal(
      "500.001.1001",
      "Unable to lock subscriber, a transaction is already in process for the current subscriber",
    ),
  });
  await shop.control.advance(8);
  const second = await shop.push(PHONE);
  expect(second.json.CheckoutRequestID).not.toBe(first.json.CheckoutRequestID);
  await shop.control.advance(8);
  expect(shop.control.payments().map((payment) => payment.state)).toEqual(["paid", "paid"]);
  expect(new Set(shop.control.payments().map((payment) => payment.receipt)).size).toBe(2);
});

test("The wrong pair of type and party ends as 2028, by callback", async () => {
  await shop.push(PHONE, { TransactionType: "CustomerBuyGoodsOnline" });
  await shop.push("254700000002", { PartyB: "600000" });
  await shop.control.advance(2);
  expect(shop.on("/stk").map((callback) => stkOf(callback).ResultCode)).toEqual([2028, 2028]);
});

test("With a till only Buy Goods to the till is right", async () => {
  const till = await openTestShop({ till: "600966" }, BEGIN);
  await till.push(PHONE);
  await till.push("254700000101", { TransactionType: "CustomerPayBillOnline", PartyB: "174379" });
  await till.control.advance(8);
  expect(till.control.payments().map((payment) => payment.code)).toEqual(["0", "2028"]);
  await till.close();
});
