import { expect, test } from "vitest";
import { readResult, readReversal } from "./results.ts";

const PARAMETERS = [
  { Key: "DebitPartyName", Value: "254700000001 - JANE" },
  { Key: "CreditPartyName", Value: "600966 - SHOP" },
  { Key: "InitiatedTime", Value: "20261105143010" },
  { Key: "FinalisedTime", Value: "20261105143010" },
  { Key: "TransactionStatus", Value: "Completed" },
  { Key: "Amount", Value: "1501" },
  { Key: "ReceiptNo", Value: "UK5AB12CD4" },
  { Key: "TransactionReason" },
];
const ANSWERED = {
  is: "answered",
  code: "0",
  status: "Completed",
  receipt: "UK5AB12CD4",
  amount: 1501,
  creditParty: "600966 - SHOP",
  initiated: "20261105143010",
  payer: "001",
};
const result = (parameters: unknown, code: unknown = 0) =>
  JSON.stringify({
    Result: {
      ResultType: 0,
      ResultCode: code,
      TransactionID: "UK50000000",
      ResultParameters: { ResultParameter: parameters },
      ReferenceData: { ReferenceItem: { Key: "Occasion" } },
    },
  });

test("reads what M-Pesa knows of a code", () => expect(readResult(result(PARAMETERS))).toEqual(ANSWERED));

test("numbers may be numbers, the code a text", () => {
  const numbers = ["Amount", "InitiatedTime"];
  const other = PARAMETERS.map((item) =>
    numbers.includes(item.Key) ? { ...item, Value: Number(item.Value) } : item,
  );
  expect(readResult(result(other, "0"))).toEqual(ANSWERED);
});

test("our name may stand under the payer's key, and one parameter alone", () => {
  const slip = PARAMETERS.map((item) =>
    item.Key === "CreditPartyName" ? { ...item, Key: "DebitPartyName" } : item,
  );
  expect(readResult(result(slip))).toEqual(ANSWERED);
  expect(readResult(result(PARAMETERS[4]))).toMatchObject({ status: "Completed", creditParty: undefined });
});

test.each([
  ["1501.00", 1501],
  ["1501.50", undefined],
  ["-1", undefined],
  ["1,501", undefined],
  ["1e3", undefined],
  [null, undefined],
])("an amount of %j is %j", (value, amount) => {
  expect(readResult(result([{ Key: "Amount", Value: value }]))).toMatchObject({ amount });
});

test.each([
  ["254708374149 - JANE", "149"],
  ["254708374149", "149"],
  ["2547 ***** 126 - JANE", "126"],
  ["2547******126 - JANE - 001", "126"],
  ["2547 ***** - JANE 001", undefined],
  ["26 - JANE", undefined],
  ["JANE", undefined],
  [null, undefined],
])("of a payer named %j the last three digits are %j", (name, payer) => {
  expect(readResult(result([{ Key: "DebitPartyName", Value: name }]))).toMatchObject({ payer });
});

test("a code that was not found has no parameters", () => {
  const text = JSON.stringify({ Result: { ResultCode: "SFC_IC0003", ResultDesc: "x" } });
  expect(readResult(text)).toMatchObject({ is: "answered", code: "SFC_IC0003", status: undefined });
});

test.each(["", "{}", '{"Result":[]}', '{"Result":{"ResultDesc":"x"}}', "<html>"])(
  "%s is nonsense",
  (text) => {
    expect(readResult(text)).toBeUndefined();
    expect(readReversal(text)).toBeUndefined();
  },
);

test("a reversal is done with 0, and with R000001 since it was done before", () => {
  expect(readReversal(result([], 0))).toEqual({ type: "done", reference: "UK50000000" });
  expect(readReversal(result([], "R000001"))).toEqual({
    type: "done",
    reference: "UK50000000",
    already: true,
  });
  expect(readReversal('{"Result":{"ResultCode":"0"}}')).toEqual({ type: "done" });
});

test.each(["R000002", 1, 11, "21", 2001, 2006, 2028, 8006])("a reversal that ends as %s failed", (code) => {
  expect(readReversal(result([], code))).toEqual({ type: "failed", reason: String(code) });
});
