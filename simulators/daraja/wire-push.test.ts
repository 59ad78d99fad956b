import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DARAJA } from "./simulator.ts";
import { itemsOf, openTestShop, PHONE, refusal, stkOf } from "./test-shop.ts";
import type { Mode } from "./world.ts";

// Daraja's pushes on the wire, under the headings of docs/payments.md.

const OTHER = "254700000101";
const PUSH = "/mpesa/stkpush/v1/processrequest";

const shop = await openTestShop();
afterAll(() => shop.close());
beforeEach(() => shop.clear());

describe("Access token", () => {
  test("lives 3599 seconds, and a new one ends the one before", async () => {
    expect(await shop.askToken()).toMatchObject({
      status: 200,
      json: { access_token: expect.stringMatching(/^\w{28}$/), expires_in: 3599 },
    });
    expect((await shop.push(PHONE)).json.errorCode).toBe("404.001.03");
    await shop.token();
    await shop.control.advance(3598);
    expect((await shop.push(PHONE)).status).toBe(200);
    await shop.control.advance(1);
    expect((await shop.push(OTHER)).json.errorCode).toBe("404.001.03");
  });

  test.each([
    ["another key", { authorization: `Basic ${btoa("a:b")}` }, ""],
    ["no key", { authorization: "" }, /"400\.008\.01","errorMessage":"Invalid Authentication passed"/],
    ["another grant", { grant: "password" }, /"400\.008\.02","errorMessage":"Invalid grant type passed"/],
  ])("is not given for %s", async (_what, change, text) => {
    const refused = await shop.askToken(change);
    expect([refused.status, refused.text]).toEqual([400, text && expect.stringMatching(text)]);
  });

  test.each([
    ["token-500", 500, /"500\.003\.1001"/],
    ["token-empty-400", 400, /^$/],
  ] as const)("in the mode %s is answered %i", async (mode, status, text) => {
    shop.control.mode({ mode });
    expect(await shop.askToken()).toMatchObject({ status, text: expect.stringMatching(text) });
  });
});

describe("Push", () => {
  test("is accepted in Daraja's own shape", async () => {
    const { status, json } = await shop.push(PHONE, { BusinessShortCode: 174379 });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        MerchantRequestID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{16}$/),
        CheckoutRequestID: expect.stringMatching(/^ws_CO_05112026\d{6}\d{1,3}700000001$/),
        ResponseCode: "0",
        ResponseDescription: "Success. Request accepted for processing",
        CustomerMessage: "Success. Request accepted for processing",
      },
    });
  });

  test("a phone takes one prompt at a time, and a second like the first is a second payment", async () => {
    const first = await shop.push(PHONE);
    const locked =
      "Unable to lock subscriber, a transaction is already in process for the current subscriber";
    expect(await shop.push(PHONE)).toMatchObject({ status: 500, json: refusal("500.001.1001", locked) });
    await shop.control.advance(8);
    const second = await shop.push(PHONE);
    expect(second.json.CheckoutRequestID).not.toBe(first.json.CheckoutRequestID);
    await shop.control.advance(8);
    expect(shop.control.payments().map(({ state }) => state)).toEqual(["paid", "paid"]);
    expect(new Set(shop.control.payments().map(({ receipt }) => receipt)).size).toBe(2);
  });

  test("the wrong pair of type and party ends as 2028, by callback", async () => {
    await shop.push(PHONE, { TransactionType: "CustomerBuyGoodsOnline" });
    await shop.push(OTHER, { PartyB: "600000" });
    const till = await openTestShop({ till: "600966" });
    await till.push(PHONE);
    await till.push(OTHER, { TransactionType: "CustomerPayBillOnline", PartyB: "174379" });
    await Promise.all([shop.control.advance(8), till.control.advance(8)]);
    expect(shop.on("/stk").map((callback) => stkOf(callback).ResultCode)).toEqual([2028, 2028]);
    expect(till.control.payments().map(({ code }) => code)).toEqual(["0", "2028"]);
    await till.close();
  });
});

describe("Push errors", () => {
  test.each([
    ["BusinessShortCode", [undefined, "12"]],
    ["Password", [undefined]],
    ["Timestamp", [undefined, "20261305143000", "2026-11-05"]],
    ["TransactionType", [undefined, "CustomerPay"]],
    ["Amount", [undefined, "0", "-1", "01", "10.00", 10.5, "1e3", "250001"]],
    ["PartyA", [undefined, "0700000001"]],
    ["PartyB", [undefined]],
    ["PhoneNumber", [undefined, "+254700000001", "254200000001", "2547000000011"]],
    ["CallBackURL", [undefined, "ftp://shop.example/x", "shop.example/x", "https://Shop.example/x"]],
    ["AccountReference", [undefined, "", "KB7Q2M9XPDABC", "KB-7"]],
    ["TransactionDesc", ["Shop order 123"]],
  ])("a wrong %s is refused by that name and creates nothing", async (field, values) => {
    for (const value of values) {
      const { status, json } = await shop.push(PHONE, { [field]: value });
      const refused = refusal("400.002.02", `Bad Request - Invalid ${field}`);
      expect({ value, status, json }).toEqual({ value, status: 400, json: refused });
    }
    expect(shop.control.payments()).toEqual([]);
  });

  const WRONG = "[MerchantValidate] - Wrong credentials";
  test.each([
    [{ BusinessShortCode: "174378" }, "Merchant does not exist"],
    [{ Password: "bm8=" }, WRONG],
    [{ Timestamp: "20261105143011" }, WRONG],
  ])("%j is a setting of ours: %s", async (change, message) => {
    expect(await shop.push(PHONE, change)).toMatchObject({
      status: 500,
      json: refusal("500.001.1001", message),
    });
  });

  test("a Timestamp from another zone is wrong credentials, unless any may pass", async () => {
    shop.control.switches({ anyTimestamp: false });
    const Timestamp = "20261105113010";
    const Password = btoa(`174379${DARAJA.passkey}${Timestamp}`);
    expect((await shop.push(PHONE, { Timestamp, Password })).json.errorMessage).toBe(WRONG);
    expect((await shop.push(PHONE)).status).toBe(200);
    shop.control.switches({ anyTimestamp: true });
    expect((await shop.push(OTHER, { Timestamp, Password })).status).toBe(200);
  });

  const PAYLOAD = ["400.002.05", "Invalid Request Payload"] as const;
  test.each([
    [PUSH, "{}", { "content-type": "text/plain" }, 400, "400.002.02", "Bad Request - Invalid Content-Type"],
    [PUSH, "{", {}, 400, ...PAYLOAD],
    [PUSH, "[]", {}, 400, ...PAYLOAD],
    [PUSH, "", {}, 400, ...PAYLOAD],
    [PUSH, "null", {}, 400, ...PAYLOAD],
    [PUSH, "{}", { authorization: "" }, 404, "404.001.04", "Invalid Authentication Header"],
    [PUSH, "{}", { authorization: "Bearer no" }, 404, "404.001.03", "Invalid Access Token"],
    ["/mpesa/nothing", "{}", {}, 404, "404.001.01", "Resource not found"],
  ])("%s with %j and %j is answered %i %s", async (path, body, headers, status, code, message) => {
    expect(await shop.post(path, body, headers)).toMatchObject({ status, json: refusal(code, message) });
  });

  test.each<[Mode, number, RegExp, number]>([
    [{ mode: "all-5xx" }, 500, /"500\.003\.1001"/, 0],
    [{ mode: "all-5xx", processed: true }, 500, /"500\.003\.1001"/, 1],
    [{ mode: "all-5xx", status: 502 }, 502, /^<html>/, 0],
    [{ mode: "rate-limited" }, 429, /"errorcode":"policies\.ratelimit\.SpikeArrestViolation"/, 0],
    [{ mode: "busy" }, 500, /"500\.003\.02"/, 0],
    [{ mode: "token-expired" }, 404, /"404\.001\.03"/, 0],
    [{ mode: "malformed" }, 200, /^\{"MerchantRequestID":[^}]*$/, 1],
  ])("in the outage %j is answered %i, on its path alone", async (mode, status, text, prompts) => {
    shop.control.mode({ ...mode, path: "stkpush/" });
    expect(await shop.push(PHONE)).toMatchObject({ status, text: expect.stringMatching(text) });
    expect(shop.control.payments()).toHaveLength(prompts);
    expect((await shop.query("x")).json.errorMessage).toBe("The transaction does not Exist");
  });

  test("down cuts the connection; slow answers after 30 s", async () => {
    shop.control.mode({ mode: "down" });
    await expect(shop.push(PHONE)).rejects.toThrow("fetch failed");
    expect(shop.control.payments()).toEqual([]);
    shop.control.mode({ mode: "slow" });
    const pushing = shop.push(PHONE);
    await vi.waitFor(() => expect(shop.control.payments()).toHaveLength(1), { timeout: 10_000 });
    await shop.control.advance(30);
    expect((await pushing).json.ResponseCode).toBe("0");
  });
});

describe("Push callback", () => {
  test("of a success carries sum, receipt, time and phone, unsigned", async () => {
    const { MerchantRequestID, CheckoutRequestID } = (await shop.push(PHONE)).json;
    await shop.control.advance(8);
    const [callback] = shop.on("/stk");
    const [payment] = shop.control.payments();
    expect(payment).toMatchObject({ state: "paid", amount: 1501, accountReference: "KB7Q2M9XPD" });
    expect(payment?.receipt).toMatch(/^UK5[A-Z0-9]{7}$/);
    expect(callback?.headers).toMatchObject({
      "content-type": "application/json;charset=UTF-8",
      businessshortcode: "174379",
    });
    expect(callback?.headers.authorization).toBeUndefined();
    const ids = `"MerchantRequestID":"${MerchantRequestID}","CheckoutRequestID":"${CheckoutRequestID}"`;
    const TransactionDate = itemsOf(callback).find(({ Name }) => Name === "TransactionDate")?.Value;
    expect(callback?.text).toBe(
      `{"Body":{"stkCallback":{${ids},"ResultCode":0,"ResultDesc":"The service request is processed successfully.",` +
        `"CallbackMetadata":{"Item":[{"Name":"Amount","Value":1501.00},{"Name":"MpesaReceiptNumber","Value":"${payment?.receipt}"},` +
        `{"Name":"Balance"},{"Name":"TransactionDate","Value":${TransactionDate}},{"Name":"PhoneNumber","Value":254700000001}]}}}}`,
    );
    expect(String(TransactionDate)).toMatch(/^20261105\d{6}$/);
  });

  test("of a failure carries nothing but its code and words", async () => {
    const { MerchantRequestID, CheckoutRequestID } = (await shop.push("254110000002")).json;
    await shop.control.advance(6);
    const ids = { MerchantRequestID, CheckoutRequestID };
    const stkCallback = { ...ids, ResultCode: 1032, ResultDesc: "Request cancelled by user" };
    expect(shop.on("/stk").map(({ json }) => json)).toEqual([{ Body: { stkCallback } }]);
  });

  test.each([
    [0, 1],
    [3, 4],
  ])("not answered 200, with %i retries, comes %i times", async (retries, times) => {
    shop.control.switches({ retries });
    shop.answers = 500;
    await shop.push(PHONE);
    await shop.control.advance(3000);
    expect(shop.received).toHaveLength(times);
  });
});
