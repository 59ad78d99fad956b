import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createIds, receiptDay } from "./ids.ts";
import { startDaraja } from "./simulator.ts";
import { itemOf, openTestShop, stkOf, type TestShop } from "./test-shop.ts";

const PHONE = "254700000001";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  await shop.token();
});
afterEach(() => shop.close());

const sim = async (name: string, body?: unknown) => {
  const method = body === undefined ? "GET" : "POST";
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${shop.url}/__sim/${name}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, json: await response.json() };
};

test("Over HTTP the control does what it does in TypeScript", async () => {
  expect((await sim("scenario", { phone: PHONE, scenario: 2 })).json).toEqual({ ok: true });
  const id = (await shop.push(PHONE)).json.CheckoutRequestID;
  await sim("advance", { seconds: 6 });
  expect((await sim("payments")).json).toMatchObject([{ phone: PHONE, state: "failed", code: "1032" }]);
  const again = await sim("callback", {
    checkoutRequestId: id,
    times: 2,
    change: { ResultCode: 0, Amount: 1 },
  });
  expect(again.json).toEqual({ statuses: [200, 200] });
  expect(itemOf(shop.on("/stk")[2], "Amount")).toBe(1);
  await sim("scenario", { phone: PHONE, scenario: null });
  const paid = (await shop.push("254722000000")).json.CheckoutRequestID;
  expect((await sim("approve", { checkoutRequestId: paid })).json).toEqual({ status: 200 });
  expect((await sim("ledger")).json).toHaveLength(1);
  const byHand = (await shop.push(PHONE)).json.CheckoutRequestID;
  expect((await sim("approve", { checkoutRequestId: byHand })).json).toEqual({ status: 200 });
  expect((await sim("cancel", { checkoutRequestId: byHand })).status).toBe(409);
  expect((await sim("cancel", { checkoutRequestId: "none" })).status).toBe(404);
  expect((await sim("pay-till", { amount: 5, phone: PHONE, status: "short" })).json.code).toMatch(
    /^[A-Z0-9]{10}$/,
  );
  expect((await sim("requests?path=processrequest")).json).toHaveLength(3);
  for (const [name, body] of [
    ["drop-callbacks", { on: true }],
    ["expire-tokens", {}],
    ["refund-mode", { mode: "already" }],
    ["mode", { mode: "slow", path: "stkpush" }],
    ["settle", { amount: 5 }],
    ["reset", {}],
  ] as const)
    expect((await sim(name, body)).status).toBe(200);
  for (const [name, body] of [
    ["mode", { mode: "weird" }],
    ["scenario", { phone: PHONE, scenario: "999" }],
    ["switches", { unheardOf: true }],
    ["advance", {}],
  ] as const)
    expect((await sim(name, body)).status).toBe(400);
  expect([(await sim("requests")).json, (await sim("payments")).json]).toEqual([[], []]);
});

test("Callbacks are dropped, redelivered, forged and altered by hand", async () => {
  shop.control.dropCallbacks(true);
  const id = String((await shop.push(PHONE)).json.CheckoutRequestID);
  await shop.control.advance(8);
  expect(shop.received).toEqual([]);
  expect(shop.control.requests("/stk").at(-1)).toMatchObject({
    direction: "out",
    status: 0,
    error: "dropped",
  });
  const receipt = shop.control.payments()[0]?.receipt;
  await shop.control.callback({ checkoutRequestId: id, times: 3 });
  expect(shop.on("/stk").map((callback) => itemOf(callback, "MpesaReceiptNumber"))).toEqual(
    Array(3).fill(receipt),
  );
  const change = { MerchantRequestID: "other", PhoneNumber: null, Amount: 7 };
  await shop.control.callback({ checkoutRequestId: id, change });
  const altered = shop.on("/stk")[3];
  expect(stkOf(altered).MerchantRequestID).toBe("other");
  expect([itemOf(altered, "Amount"), itemOf(altered, "PhoneNumber")]).toEqual([7, undefined]);
  const early = String((await shop.push("254722000000")).json.CheckoutRequestID);
  await shop.control.callback({ checkoutRequestId: early });
  expect(stkOf(shop.on("/stk")[4]).ResultCode).toBe(0);
  expect(shop.control.payments()[1]?.state).toBe("waiting");
});

test("A callback not answered 200 is left at that, or tried three times more by switch", async () => {
  shop.answers = 500;
  await shop.push(PHONE);
  await shop.control.advance(3000);
  expect(shop.received).toHaveLength(1);
  shop.control.switches({ retries: 3 });
  await shop.push(PHONE);
  await shop.control.advance(3000);
  expect(shop.received).toHaveLength(5);
  await shop.token();
  await shop.push(PHONE, { CallBackURL: "http://127.0.0.1:1/stk" });
  await shop.control.advance(8);
  expect(shop.control.requests("/stk").at(-1)).toMatchObject({ status: 0, error: expect.any(String) });
});

test("Outages keep to their path and leave nothing behind, unless they are to", async () => {
  const path = "stkpush/";
  shop.control.mode({ mode: "all-5xx", path });
  expect(await shop.push(PHONE)).toMatchObject({ status: 500, json: { errorCode: "500.003.1001" } });
  expect((await shop.query("x")).json.errorMessage).toBe("The transaction does not Exist");
  shop.control.mode({ mode: "all-5xx", status: 502 });
  expect((await shop.push(PHONE)).text).toMatch(/^<html>/);
  shop.control.mode({ mode: "rate-limited" });
  expect((await shop.push(PHONE)).status).toBe(429);
  shop.control.mode({ mode: "busy" });
  expect((await shop.push(PHONE)).json.errorCode).toBe("500.003.02");
  shop.control.mode({ mode: "down" });
  await expect(shop.push(PHONE)).rejects.toThrow("fetch failed");
  expect(shop.control.payments()).toEqual([]);

  shop.control.mode({ mode: "all-5xx", processed: true });
  expect((await shop.push(PHONE)).status).toBe(500);
  shop.control.mode({ mode: "malformed" });
  expect((await shop.push("254700000002")).json).toEqual({});
  shop.control.mode({ mode: "slow" });
  const pushing = shop.push("254700000003");
  await vi.waitFor(() => expect(shop.control.payments()).toHaveLength(3));
  await shop.control.advance(30);
  expect((await pushing).json.ResponseCode).toBe("0");
});

test("Tokens fail in three ways", async () => {
  const url = `${shop.url}/oauth/v1/generate?grant_type=client_credentials`;
  shop.control.mode({ mode: "token-500" });
  expect((await fetch(url)).status).toBe(500);
  shop.control.mode({ mode: "token-empty-400" });
  const empty = await fetch(url);
  expect([empty.status, await empty.text()]).toEqual([400, ""]);
  shop.control.mode({ mode: "token-expired", path: "stkpush/" });
  await shop.token();
  expect((await shop.query("x")).json.errorCode).toBe("500.001.1001");
  expect((await shop.push(PHONE)).json.errorCode).toBe("404.001.03");
  shop.control.mode({ mode: "normal" });
  expect((await shop.push(PHONE)).json.ResponseCode).toBe("0");
});

test("A reset drops what was planned and lets held answers go; so does a close", async () => {
  await shop.push(PHONE);
  const held = shop.push("254700000020");
  await vi.waitFor(() => expect(shop.control.payments()).toHaveLength(2));
  shop.control.reset();
  expect((await held).status).toBe(200);
  await shop.control.advance(100);
  expect(shop.received).toEqual([]);
  expect(shop.control.payments()).toEqual([]);
});

test("It listens on this machine alone, runs on its own clock and starts again on its port", async () => {
  const first = await startDaraja();
  const port = Number(new URL(first.url).port);
  expect(first.url).toBe(`http://127.0.0.1:${port}`);
  expect(Math.abs(first.clock.now() - Date.now())).toBeLessThan(1_000);
  await first.close();
  await expect(
    new Promise((_resolve, reject) => connect(port, "127.0.0.1").on("error", reject)),
  ).rejects.toThrow("ECONNREFUSED");
  const second = await startDaraja({ port });
  expect(second.url).toBe(first.url);
  await second.close();
});

test("Receipts name their day in Nairobi, never repeat, and repeat from start to start only by seed", () => {
  expect(receiptDay(Date.parse("2006-01-01T00:00:00Z"))).toBe("AA1");
  expect(receiptDay(Date.parse("2026-11-05T20:59:59Z"))).toBe("UK5");
  expect(receiptDay(Date.parse("2026-11-05T21:00:00Z"))).toBe("UK6");
  expect(receiptDay(Date.parse("2025-12-31T12:00:00Z"))).toBe("TLV");
  const some = (seed?: number) => {
    const ids = createIds(seed);
    return Array.from({ length: 1_000 }, () => ids.receipt(Date.parse("2026-11-05T12:00:00Z")));
  };
  const first = some();
  expect(new Set([...first, ...some()]).size).toBe(2_000);
  expect(first.every((receipt) => /^UK5[A-Z0-9]{7}$/.test(receipt))).toBe(true);
  expect(some(7)).toEqual(some(7));
});
