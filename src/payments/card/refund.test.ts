import { expect, test } from "vitest";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import { readNamedRefund, readRefund, readRefundState } from "./refund.server.ts";

const DATA = {
  id: 75923,
  account_id: 73362,
  tx_id: 1071089533,
  flw_ref: "FLW-1",
  wallet_id: 74639,
  amount_refunded: 1501,
  status: "completed",
  destination: "payment_source",
  meta: { source: "availablebalance" },
  created_at: "2026-11-05T11:30:10.000Z",
};
const answer = (status: number, body: unknown): ProviderReply => ({ type: "response", status, body });
const given = (change: object) =>
  answer(200, { status: "success", message: "Transaction refund initiated", data: { ...DATA, ...change } });
const refused = (message: string) => answer(400, { status: "error", message, data: null });

test.each([
  ["completed", { type: "done", reference: "75923" }],
  ["completed-mpgs", { type: "done", reference: "75923" }],
  ["processing", { type: "sent", reference: "75923" }],
  ["pending", { type: "sent", reference: "75923" }],
  ["pending-bank-transfer", { type: "sent", reference: "75923" }],
  ["failed", { type: "failed", reason: "the refund's state is failed" }],
  ["disburse-failed", { type: "failed", reason: "the refund's state is disburse-failed" }],
])("a refund that is %s", (status, step) => {
  expect(readRefund(given({ status }), 1501)).toEqual(step);
  expect(readRefundState(given({ status }), "75923")).toEqual(step);
});

test("a clear refusal gave nothing back, and the balance may fill again", () => {
  expect(readRefund(refused("Refund cannot be processed"), 1501)).toEqual({
    type: "failed",
    reason: "Refund cannot be processed",
  });
  expect(readRefund(refused("Insufficient funds in your available balance"), 1501)).toMatchObject({
    type: "failed",
    again: true,
  });
  for (const status of [401, 403, 429])
    expect(readRefund(answer(status, undefined), 1501)).toMatchObject({ type: "failed", again: true });
  expect(readRefund({ type: "notSent", reason: "ECONNREFUSED" }, 1501)).toMatchObject({
    type: "failed",
    again: true,
  });
});

test.each<[string, ProviderReply]>([
  ["a timeout", { type: "indeterminate", reason: "timeout" }],
  ["a 500", answer(500, { status: "error", message: "An error occurred", data: null })],
  ["a 503", answer(503, undefined)],
  ["HTML", answer(200, undefined)],
  ["a 400 of somebody else", answer(400, undefined)],
  ["a redirect", answer(302, undefined)],
  ["another amount", given({ amount_refunded: 1 })],
  ["no id", given({ id: undefined })],
])("%s is not sent again by itself", (_, reply) => expect(readRefund(reply, 1501).type).toBe("unknown"));

test.each<[string, ProviderReply]>([
  ["no answer", { type: "indeterminate", reason: "timeout" }],
  ["not found", answer(404, { status: "error", message: "Not found", data: null })],
  ["another refund", given({ id: 1 })],
])("with %s it is still under way", (_, reply) =>
  expect(readRefundState(reply, "75923")).toEqual({ type: "sent", reference: "75923" }),
);

test("the refund that a webhook names: how it stands, or that there is none, or nothing to believe", () => {
  expect(readNamedRefund(given({ status: "pending" }), "75923")).toEqual({
    reference: "75923",
    receipt: "1071089533",
    amount: 1501,
    step: { type: "sent", reference: "75923" },
  });
  for (const status of [400, 404])
    expect(readNamedRefund(answer(status, { status: "error", message: "Refund not found" }), "75923")).toBe(
      "missing",
    );
  for (const reply of [
    given({ id: 1 }),
    answer(500, undefined),
    answer(429, undefined),
    answer(404, undefined),
  ])
    expect(readNamedRefund(reply, "75923")).toBe("away");
});
