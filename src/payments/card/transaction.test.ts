import { expect, test } from "vitest";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import { readVerify } from "./transaction.server.ts";

/** As developer.flutterwave.com shows it. */
const DATA = {
  id: 1071089533,
  tx_ref: "sauti-1",
  flw_ref: "FLW-MOCK-1",
  device_fingerprint: "N/A",
  amount: 1501,
  currency: "KES",
  charged_amount: 1544.03,
  app_fee: 43.03,
  merchant_fee: 0,
  processor_response: "Approved by Financial Institution",
  auth_model: "PIN",
  ip: "127.0.0.1",
  narration: "CARD Transaction",
  status: "successful",
  payment_type: "card",
  created_at: "2026-11-05T11:30:10.000Z",
  account_id: 1470317,
  card: {
    first_6digits: "553188",
    last_4digits: "2950",
    issuer: "A BANK",
    country: "KE",
    type: "MASTERCARD",
  },
  meta: null,
  customer: { id: 1, name: "Jane", phone_number: null, email: "jane@example.com" },
};
const answer = (body: unknown, status = 200): ProviderReply => ({ type: "response", status, body });
const fetched = (change: object) =>
  readVerify(
    answer({ status: "success", message: "Transaction fetched successfully", data: { ...DATA, ...change } }),
  );

test("a whole answer is read", () => {
  expect(fetched({})).toEqual({
    type: "found",
    transaction: {
      id: "1071089533",
      txRef: "sauti-1",
      flwRef: "FLW-MOCK-1",
      amount: 1501,
      chargedAmount: 1544.03,
      currency: "KES",
      status: "successful",
      paymentType: "card",
      processorResponse: "Approved by Financial Institution",
      last4: "2950",
      brand: "MASTERCARD",
    },
  });
  expect(fetched({ customer: { phone_number: "254712345678" } })).toMatchObject({
    transaction: { phone: "254712345678" },
  });
});

test("what need not be there may be missing, null or odd", () => {
  for (const change of [
    { card: undefined },
    { card: null },
    { card: "x" },
    { processor_response: null },
    { customer: "x" },
    { processor_response: "Approved\0" },
    { flw_ref: "\ud800" },
  ])
    expect(fetched(change), JSON.stringify(change)).toMatchObject({ type: "found" });
  expect(fetched({ tx_ref: 17 })).toMatchObject({ transaction: { txRef: "17" } });
});

test.each([
  ["no id", { id: undefined }],
  ["an id that is none", { id: "../../x" }],
  ["no amount", { amount: undefined }],
  ["an amount as text", { amount: "1501" }],
  ["no charged amount", { charged_amount: null }],
  ["no status", { status: undefined }],
  ["no reference", { tx_ref: null }],
  ["a reference no table can keep", { tx_ref: "sauti-\0" }],
])("an answer with %s is none", (_, change) => expect(fetched(change)).toEqual({ type: "away" }));

const MISSING = { status: "error", message: "No transaction was found for this id", data: null };

test.each([200, 400, 404])("not found may come with status %i", (status) =>
  expect(readVerify(answer(MISSING, status))).toEqual({ type: "missing" }),
);

test.each<[string, ProviderReply]>([
  ["a timeout", { type: "indeterminate", reason: "timeout" }],
  ["a refused connection", { type: "notSent", reason: "ECONNREFUSED" }],
  ["HTML", answer(undefined)],
  ["a lying 200", answer({ status: "error", message: "Something else", data: null })],
  ["a 200 of nothing", answer({ status: "success", data: null })],
  ["an error that brings data", answer({ status: "error", message: "x", data: DATA })],
  ["not found with a 503", answer(MISSING, 503)],
  ["a transaction with a 500", answer({ status: "success", data: DATA }, 500)],
  ["another key", answer({ status: "error", message: "Authorization required", data: null }, 401)],
  ["a 503", answer({ status: "error", message: "An error occurred", data: null }, 503)],
])("%s is no answer", (_, reply) => expect(readVerify(reply)).toEqual({ type: "away" }));

test("asked too often, they are left alone for a minute", () =>
  expect(readVerify(answer({ status: "error", message: "Too many" }, 429))).toEqual({
    type: "away",
    in: 60,
  }));
