import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openDaraja } from "../../../test/support/daraja.ts";
import { hurry } from "../../../test/support/safaricom.ts";
import { newId } from "../../platform/id.server.ts";
import { readReversal } from "./results.ts";

let daraja: Awaited<ReturnType<typeof openDaraja>>;
beforeAll(async () => {
  daraja = await openDaraja();
});
afterAll(() => daraja.close());
beforeEach(() => daraja.begin());
afterEach(() => vi.restoreAllMocks());

const DETAILS = { amount: 1501, currency: "KES" };

test("019: a page of HTML says nothing, and nothing comes", async () => {
  const { started, after } = await daraja.push("254700000019");
  expect(started).toEqual({ type: "unknown" });
  expect(await after(86_400)).toEqual({ type: "open" });
  expect(daraja.pushes()).toHaveLength(1);
});

test.each(["254700000020", "254700000021", "254700000022", "254110000022"])(
  "%s: a push whose answer is lost is not sent again, and is paid by what its callback names",
  async (phone) => {
    hurry();
    const { started, after } = await daraja.push(phone);
    expect(started).toEqual({ type: "unknown" });
    expect(await after(8)).toEqual({ type: "paid", receipt: daraja.receipt(), details: DETAILS });
    expect(daraja.pushes()).toHaveLength(1);
  },
);

test("024: a stale token is renewed and the push sent again, once", async () => {
  const { started, after } = await daraja.push("254700000024");
  expect(started).toMatchObject({ type: "accepted" });
  expect(await after(8)).toMatchObject({ type: "paid" });
  expect(daraja.control.payments()).toHaveLength(1);
});

test.each([
  ["token-500", { type: "refused", status: 503 }],
  ["token-empty-400", { type: "refused", status: 502 }],
  ["token-expired", { type: "refused", status: 502 }],
  ["rate-limited", { type: "refused", status: 503 }],
  ["busy", { type: "refused", status: 503 }],
] as const)("with Daraja in %s a push is refused", async (mode, expected) => {
  daraja.control.mode({ mode });
  expect((await daraja.push("254700000001")).started).toMatchObject(expected);
  expect(daraja.control.payments()).toEqual([]);
  expect(daraja.pushes().length).toBeLessThanOrEqual(2);
});

test.each(["all-5xx", "slow", "malformed", "down"] as const)(
  "with Daraja's pushes in %s nobody knows, and none is sent twice",
  async (mode) => {
    hurry();
    daraja.control.mode({ mode, path: "/stkpush/" });
    expect((await daraja.push("254700000001")).started).toEqual({ type: "unknown" });
    expect(daraja.pushes()).toHaveLength(1);
  },
);

test.each([
  ["ok", "done"],
  ["already", "done"],
  ["invalid", "failed"],
  ["balance", "failed"],
] as const)("a reversal that ends %s is %s", async (mode, type) => {
  const { after } = await daraja.push("254700000001");
  await after(8);
  daraja.control.refundMode(mode);
  const secret = newId();
  const paid = { receipt: daraja.receipt() ?? null, amount: 1501 };
  expect(await daraja.provider().refund?.(paid, secret)).toMatchObject({
    type: "sent",
  });
  await daraja.control.advance(10);
  const [body = ""] = daraja.hooks.on(`/hooks/mm/result/${secret}`);
  expect(readReversal(body)).toMatchObject({ type });
});
