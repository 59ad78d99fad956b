import { expect, test } from "vitest";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import { readVerify, type Transaction } from "./transaction.server.ts";
import { verifyTransaction } from "./verify-transaction.server.ts";

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

/** What is read of it. */
const READ: Transaction = {
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
};

test("a whole answer is read", () => {
  expect(fetched({})).toEqual({ type: "found", transaction: READ });
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

const PAYMENT = { reference: "sauti-1", amount: 1501 };
const PAID = { ...READ, flwRef: "FLW-1", chargedAmount: 1501, processorResponse: "Approved" };
const by = (asked: "id" | "reference", minutes: number, live = true) => ({
  by: asked,
  live,
  age: minutes * 60,
});
const found = (change: Partial<Transaction>) =>
  ({ type: "found", transaction: { ...PAID, ...change } }) as const;

const paidWith = (details: object) => ({
  type: "paid",
  source: "query",
  receipt: "1071089533",
  amount: 1501,
  details: { currency: "KES", payment_type: "card", ...details },
});

test("paid when all of it fits, with what the answer says of the card", () => {
  const card = { flw_ref: "FLW-1", last4: "2950", brand: "MASTERCARD" };
  expect(verifyTransaction(found({}), PAYMENT, by("id", 1))).toEqual(
    paidWith({ processor_response: "Approved", ...card }),
  );
});

test("paid also with a fee on top, a day late, by reference, and with nothing known of the card", () => {
  const bare = { flwRef: undefined, processorResponse: undefined, last4: undefined, brand: undefined };
  expect(
    verifyTransaction(found({ ...bare, chargedAmount: 1544.5 }), PAYMENT, by("reference", 1440)),
  ).toEqual(paidWith({}));
});

test("paid with the payer's phone where the card is not named in full", () => {
  const details = { currency: "KES", processor_response: "Approved", payment_type: "card" };
  for (const change of [{ last4: undefined }, { brand: undefined }, { last4: undefined, brand: undefined }])
    expect(
      verifyTransaction(found({ ...change, phone: "254712345678" }), PAYMENT, by("id", 1)),
    ).toMatchObject({
      details: { ...details, flw_ref: "FLW-1", phone_number: "254712345678" },
    });
  const whole = verifyTransaction(found({ phone: "254712345678" }), PAYMENT, by("id", 1));
  expect(whole).toMatchObject({ details: { ...details, last4: "2950", brand: "MASTERCARD" } });
  expect(whole).not.toMatchObject({ details: { phone_number: expect.anything() } });
});

test.each<[Partial<Transaction>, string]>([
  [{ txRef: "sauti-2" }, "reference differs"],
  [{ currency: "NGN" }, "currency differs"],
  [{ currency: "kes" }, "currency differs"],
  [{ amount: 1500 }, "amount differs"],
  [{ amount: 1502 }, "amount differs"],
  [{ amount: 1501.5 }, "amount differs"],
  [{ amount: Number.NaN }, "amount differs"],
  [{ chargedAmount: 1500.99 }, "charged less than the amount"],
  [{ chargedAmount: Number.NaN }, "charged less than the amount"],
  [{ paymentType: "mpesa" }, "not paid by card"],
  [{ flwRef: "FLW-MOCK-1" }, "test payment on a live key"],
])("%o is held for a person: %s", (change, why) => {
  for (const asked of [by("id", 1), by("reference", 1), by("id", 1440)])
    expect(verifyTransaction(found(change), PAYMENT, asked)).toMatchObject({
      type: "held",
      reason: why,
      final: true,
    });
});

test("of a charge that took less than asked, what was charged counts", () => {
  const money = { source: "webhook", verified: true, receipt: "1071089533" };
  const held = (chargedAmount: number) => verifyTransaction(found({ chargedAmount }), PAYMENT, by("id", 1));
  expect(held(501)).toMatchObject({ money: { ...money, amount: 501 } });
  expect(held(500.99)).toEqual({ type: "held", reason: "charged less than the amount", final: true, money });
});

test("a test key's own test payments are none of these", () =>
  expect(verifyTransaction(found({ flwRef: "FLW-MOCK-1" }), PAYMENT, by("id", 1, false)).type).toBe("paid"));

const FAILED = found({ status: "failed" });
const NOT_FOUND = { type: "missing" } as const;
const AWAY = { type: "away" } as const;

test.each([
  // by reference, another card may follow while the page is open; by id, that try is over
  ["a failed try", by("reference", 0), { type: "open" }, FAILED],
  ["a failed try", by("reference", 29.9), { type: "open" }, FAILED],
  ["a failed try", by("reference", 30), { type: "failed", code: "failed", watch: true }, FAILED],
  ["a failed try", by("id", 1), { type: "failed", code: "failed", watch: true }, FAILED],
  // nothing found counts only once the page is closed
  ["nothing", by("id", 29.9), { type: "open" }, NOT_FOUND],
  ["nothing", by("id", 30), { type: "failed", code: "unpaid", watch: true }, NOT_FOUND],
  ["nothing", by("reference", 29.9), { type: "open" }, NOT_FOUND],
  ["nothing", by("reference", 30), { type: "failed", code: "unpaid", watch: true }, NOT_FOUND],
  ["no answer", by("id", 1), { type: "open", in: 60 }, AWAY],
  ["no answer", by("reference", 1440), { type: "open", in: 60 }, AWAY],
  ["no answer, to be left alone", by("id", 1), { type: "open", in: 90 }, { ...AWAY, in: 90 }],
] as const)("%s, asked %o, means %o", (_, asked, result, answer) =>
  expect(verifyTransaction(answer, PAYMENT, asked)).toEqual(result),
);

test.each(["pending", "processing", "", "SUCCESSFUL"])(
  "%o is asked again soon while somebody waits",
  (status) => {
    for (const asked of [by("id", 1), by("id", 31), by("reference", 29)])
      expect(verifyTransaction(found({ status }), PAYMENT, asked)).toEqual({ type: "open", in: 15 });
    expect(verifyTransaction(found({ status }), PAYMENT, by("reference", 31))).toEqual({ type: "open" });
  },
);
