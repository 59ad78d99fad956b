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
    read({ id: 1071089533, txRef: "sauti-1", flwRef: "FLW-1", status: "successful", IP: "127.0.0.1" }),
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
  expect(read({ event: "chargeback.created", data: { id: 7, status: "open" } })).toEqual({
    kind: "other",
    event: "chargeback.created",
    transactionId: "7",
  });
  expect(read({ event: "payout.held" })).toEqual({ kind: "other", event: "payout.held" });
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
  `{"txRef":"${"x".repeat(101)}"}`,
])("%s names nothing", (body) => expect(readWebhook(body)).toBeUndefined());
