import { expect, test } from "vitest";
import { isOurWebhook, readWebhook } from "./webhook.server.ts";

const SECRET = "simulated-webhook-hash";

test("only the secret itself is ours", () => {
  expect(isOurWebhook(SECRET, SECRET)).toBe(true);
  for (const given of ["", "x", `${SECRET} `, SECRET.toUpperCase(), undefined, null, [SECRET], 17])
    expect(isOurWebhook(given, SECRET), String(given)).toBe(false);
});

test("without a secret nothing is ours", () => {
  for (const given of ["", "undefined", undefined]) {
    expect(isOurWebhook(given, undefined)).toBe(false);
    expect(isOurWebhook(given, "")).toBe(false);
  }
});

const read = (body: unknown) => readWebhook(JSON.stringify(body));
const charge = { kind: "charge", transactionId: "1071089533", txRef: "sauti-1" };

test("the nested shape", () => {
  const data = { id: 1071089533, tx_ref: "sauti-1", status: "successful", amount: 1501 };
  expect(read({ event: "charge.completed", data })).toEqual({
    ...charge,
    status: "successful",
    paid: true,
  });
  for (const status of ["failed", "reversed"])
    expect(read({ event: "charge.completed", data: { ...data, status }, meta_data: {} })).toEqual({
      ...charge,
      status,
    });
});

test("the flat shape", () =>
  expect(
    read({
      id: 1071089533,
      txRef: "sauti-1",
      flwRef: "FLW-1",
      status: "successful",
      "event.type": "CARD_TRANSACTION",
    }),
  ).toEqual({ ...charge, status: "successful", paid: true }));

test("one of the two names is enough", () => {
  expect(read({ data: { id: "1071089533" } })).toEqual({ kind: "charge", transactionId: "1071089533" });
  expect(read({ txRef: "sauti-1" })).toEqual({ kind: "charge", txRef: "sauti-1" });
});

test("a refund, flat and nested", () => {
  const refund = {
    id: 75923,
    AmountRefunded: 1501,
    status: "completed",
    TransactionId: 1071089533,
    meta: "{}",
  };
  const read1501 = { kind: "refund", transactionId: "1071089533", refundId: "75923", refunded: 1501 };
  expect(read(refund)).toEqual(read1501);
  expect(read({ event: "refund.completed", data: refund })).toEqual(read1501);
  expect(read({ AmountRefunded: 1501 })).toBeUndefined();
  for (const AmountRefunded of [0.5, "x", -1])
    expect(read({ ...refund, AmountRefunded })).not.toHaveProperty("refunded");
});

test("an event of another kind keeps its name, and what it names", () => {
  for (const event of ["chargeback.created", "charge.dispute.create", "charge.completed.not"])
    expect(read({ event, data: { id: 7, status: "successful" } })).toEqual({
      kind: "other",
      event,
      transactionId: "7",
    });
  expect(read({ event: "payout.held" })).toEqual({ kind: "other", event: "payout.held" });
  const flat = { id: 7, txRef: "sauti-1", status: "successful", "event.type": "Transfer" };
  expect(read(flat)).toEqual({ kind: "other", event: "Transfer", transactionId: "7", txRef: "sauti-1" });
  for (const event of [{ a: 1 }, "x".repeat(101)])
    expect(read({ event, data: { id: 7 } })).toEqual({ kind: "other", transactionId: "7" });
});

test.each([
  "",
  "x",
  "null",
  "[]",
  "17",
  "{}",
  '{"data":null}',
  '{"data":[]}',
  '{"id":{"a":1},"tx_ref":[]}',
  '{"id":"../../x"}',
  '{"id":-1}',
  '{"id":1.5}',
  '{"data":{"id":"\\u0000"}}',
  '{"data":{"tx_ref":"\\u0000"}}',
  '{"data":{"tx_ref":"\\ud800"}}',
  `{"txRef":"${"x".repeat(101)}"}`,
])("%s names nothing", (body) => expect(readWebhook(body)).toBeUndefined());
