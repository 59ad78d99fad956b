import { expect, test } from "vitest";
import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import { findRefund, listRefunds, readNamedRefund, readRefund, readRefundState } from "./refund.server.ts";
import { listCharges } from "./transaction.server.ts";

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
  for (const reply of [
    refused("Insufficient funds in your available balance"),
    ...[401, 403, 429].map((status) => answer(status, undefined)),
    { type: "notSent", reason: "ECONNREFUSED" } as const,
  ])
    expect(readRefund(reply, 1501)).toMatchObject({ type: "failed", again: true });
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

const charge = (id: number, change: object = {}) => ({
  id,
  tx_ref: `sauti-${id}`,
  amount: 1501,
  charged_amount: 1501,
  currency: "KES",
  status: "successful",
  payment_type: "card",
  ...change,
});
const refund = (id: number, status = "completed") => ({
  id,
  tx_id: 7,
  amount_refunded: 501,
  status,
  created_at: "2026-11-05T11:30:10.000Z",
});
const page = (data: object[], total_pages?: number) =>
  answer(200, { status: "success", ...(total_pages && { meta: { page_info: { total_pages } } }), data });
/** Answers one page after the other, and notes what was asked. */
function asking(...replies: ProviderReply[]) {
  const paths: string[] = [];
  const ask = async (path: string) => {
    paths.push(path);
    return replies[paths.length - 1] ?? page([]);
  };
  return { ask, paths };
}
const DAYS = { from: "2026-10-14", to: "2026-11-28" };

test("Every page of the days is read; rows that cannot be read are counted, and the others kept", async () => {
  const { ask, paths } = asking(
    page([charge(1), { id: "x" }], 2),
    page([charge(2, { status: "failed" })], 2),
  );
  const { charges, reason, unread } = await listCharges(ask, DAYS);
  expect(charges.map(({ id, txRef, status }) => [id, txRef, status])).toEqual([
    ["1", "sauti-1", "successful"],
    ["2", "sauti-2", "failed"],
  ]);
  expect([reason, unread]).toEqual([undefined, 1]);
  const refunds = asking(page([refund(1), { id: 2, status: "completed" }, refund(3)], 1));
  expect(await listRefunds(refunds.ask, "2026-10-14")).toMatchObject({
    refunds: [{ reference: "1" }, { reference: "3" }],
    unread: 1,
  });
  expect(paths).toEqual([1, 2].map((nth) => `/v3/transactions?from=2026-10-14&to=2026-11-28&page=${nth}`));
});

test("without a number of pages the first empty one is the last", async () => {
  const { ask, paths } = asking(page([charge(1)]), page([]));
  expect((await listCharges(ask, DAYS)).charges).toHaveLength(1);
  expect(paths).toHaveLength(2);
});

test.each<[string, ProviderReply]>([
  ["away", { type: "indeterminate", reason: "timeout" }],
  ["a 500", answer(500, { status: "error" })],
  ["no list", answer(200, { status: "success", data: null })],
])("what was read before the provider was %s counts", async (_, reply) => {
  expect(await listCharges(asking(page([charge(1)]), reply).ask, DAYS)).toMatchObject({
    charges: [{ id: "1" }],
    reason: "the list of charges could not be read",
  });
  expect(await listRefunds(asking(page([refund(1)]), reply).ask, "2026-10-14")).toMatchObject({
    refunds: [{ reference: "1" }],
    reason: "the list of refunds could not be read",
  });
});

test("a list without an end is read for two hundred pages", async () => {
  let asked = 0;
  const { charges, reason } = await listCharges(async () => {
    asked += 1;
    return page([charge(1)]);
  }, DAYS);
  expect([asked, charges.length, reason]).toEqual([
    200,
    200,
    "the list of charges is too long to be read in one night",
  ]);
});

test("Refunds are listed with their charge and how they stand", async () => {
  const { ask, paths } = asking(page([refund(1), refund(2, "failed")], 2), page([refund(3, "pending")], 2));
  const about = { receipt: "7", amount: 501 };
  expect(await listRefunds(ask, "2026-10-14")).toEqual({
    refunds: [
      { ...about, reference: "1", step: { type: "done", reference: "1" } },
      { ...about, reference: "2", step: { type: "failed", reason: "the refund's state is failed" } },
      { ...about, reference: "3", step: { type: "sent", reference: "3" } },
    ],
    unread: 0,
  });
  expect(paths.at(-1)).toBe("/v3/refunds?from=2026-10-14&page=2");
});

test.each([
  ["completed", 5, "1", "went through"],
  ["completed", 6, "1", "silent"],
  ["pending", 6, "1", "silent"],
  ["failed", 6, "1", "did not"],
  ["completed", 6, "2", "did not"],
])(
  "a refund of this sum that is %s, listed %i minutes before ours was sent, where %s is another: %s",
  async (status, minutes, other, type) => {
    const since = new Date(Date.parse(refund(2).created_at) + minutes * 60_000);
    const { ask, paths } = asking(page([refund(2, status)], 2), page([], 2));
    const money = { receipt: "7", amount: 501, since, age: 700, others: [other] };
    expect(await findRefund(ask, money)).toMatchObject({ type });
    expect(paths[0]).toBe("/v3/refunds?from=2026-11-04&page=1");
  },
);

test("a list of refunds that cannot be read says nothing of ours", async () => {
  const money = { receipt: "7", amount: 501, since: new Date(refund(2).created_at), age: 700, others: [] };
  const reason = "the list of refunds could not be read";
  expect(await findRefund(asking(answer(500, undefined)).ask, money)).toEqual({ type: "silent", reason });
});
