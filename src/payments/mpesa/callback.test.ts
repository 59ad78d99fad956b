import fc from "fast-check";
import { expect, test } from "vitest";
import { readStkCallback } from "./verify-push.ts";

const IDS = {
  MerchantRequestID: "2654-4b64-97ff-b827b54288100001",
  CheckoutRequestID: "ws_CO_05112026143001123700000001",
};
const OURS = { merchantRequestId: IDS.MerchantRequestID, checkoutRequestId: IDS.CheckoutRequestID };
const ITEMS = [
  { Name: "Amount", Value: 1501.0 },
  { Name: "MpesaReceiptNumber", Value: "UK5AB12CD3" },
  { Name: "Balance" },
  { Name: "TransactionDate", Value: 20261105143010 },
  { Name: "PhoneNumber", Value: 254700000001 },
];
const body = (callback: object) => JSON.stringify({ Body: { stkCallback: { ...IDS, ...callback } } });
const success = (items: unknown, code: unknown = 0) =>
  body({ ResultCode: code, ResultDesc: "Fine.", CallbackMetadata: { Item: items } });

test("reads a success", () => {
  const text = success(ITEMS).replace("1501", "1501.00");
  expect(readStkCallback(text)).toEqual({ ...OURS, code: "0", amount: 1501, receipt: "UK5AB12CD3" });
});

test("reads a failure, which has no metadata", () => {
  const text = body({ ResultCode: 1032, ResultDesc: "Request cancelled by user" });
  expect(readStkCallback(text)).toEqual({ ...OURS, code: "1032", amount: undefined, receipt: undefined });
});

test("the code may be a text, items in any order, more, fewer, or one alone", () => {
  const whole = { ...OURS, code: "0", amount: 1501, receipt: "UK5AB12CD3" };
  expect(readStkCallback(success([...ITEMS].reverse(), "0"))).toEqual(whole);
  expect(readStkCallback(success([...ITEMS.slice(0, 2), { Name: "FirstName", Value: "J" }]))).toEqual(whole);
  expect(readStkCallback(success(ITEMS[0]))).toEqual({ ...whole, receipt: undefined });
  expect(readStkCallback(success([null, 7, {}, ...ITEMS]))).toEqual(whole);
});

test.each(["1501", "1500", null, true, [1501], {}, "NaN"])("an amount of %j is none", (amount) => {
  const facts = readStkCallback(success([{ Name: "Amount", Value: amount }]));
  expect(facts).toMatchObject({ code: "0", amount: undefined });
  expect(facts).not.toHaveProperty("oddAmount");
});

test("broken shillings are none either, and odd", () => {
  const facts = readStkCallback(success([{ Name: "Amount", Value: 1501.5 }]));
  expect(facts).toMatchObject({ code: "0", amount: undefined, oddAmount: true });
});

test("an amount beyond every number is none", () => {
  expect(readStkCallback(success(ITEMS).replace("1501", "1e400"))?.amount).toBeUndefined();
});

test("what is said twice in two ways counts for nothing", () => {
  const twice = [...ITEMS, { Name: "Amount", Value: 1 }, { Name: "MpesaReceiptNumber", Value: "UK5AB12CD4" }];
  expect(readStkCallback(success(twice))).toMatchObject({
    amount: undefined,
    oddAmount: true,
    receipt: undefined,
  });
  expect(readStkCallback(success([...ITEMS, ...ITEMS]))).toMatchObject({
    amount: 1501,
    receipt: "UK5AB12CD3",
  });
});

test("texts the database cannot hold are left out", () => {
  const odd = [{ Name: "MpesaReceiptNumber", Value: "UK5\u0000" }];
  expect(readStkCallback(success(odd))?.receipt).toBeUndefined();
  expect(readStkCallback(body({ ResultCode: 0, CheckoutRequestID: "x".repeat(201) }))).toMatchObject({
    checkoutRequestId: undefined,
  });
});

test.each([
  "",
  "null",
  "[]",
  "7",
  '"Body"',
  "{}",
  '{"Body":null}',
  '{"Body":{"stkCallback":[]}}',
  '{"Body":{"stkCallback":{}}}',
  body({ ResultCode: null }),
  body({ ResultCode: { toString: "0" } }),
  success(ITEMS).slice(0, 120),
  "<html></html>",
])("%s is nonsense", (text) => expect(readStkCallback(text)).toBeUndefined());

test("no JSON at all throws", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      readStkCallback(text);
      readStkCallback(`{"Body":{"stkCallback":{"ResultCode":0,"CallbackMetadata":{"Item":${text}}}}}`);
    }),
  );
});
