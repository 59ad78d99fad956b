import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FLUTTERWAVE } from "./simulator.ts";
import { oddCard, openSimulator, type Simulator } from "./test-shop.ts";

const CARD = "5531886652142950";
const NOT_FOUND = { status: "error", message: "No transaction was found for this id", data: null };
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

const pay = (card = CARD, more: object = {}) => simulator.control.pay({ tx_ref: "kb_1", card, ...more });

test("the browser's callback has the published shape and no more", async () => {
  expect(await pay()).toEqual({
    status: "successful",
    customer: { name: "Jane", email: "jane@example.com", phone_number: "254700000001" },
    transaction_id: expect.any(Number),
    tx_ref: "kb_1",
    flw_ref: expect.stringMatching(/^FLW-MOCK-[0-9a-f]{32}$/),
    currency: "KES",
    amount: 1501,
    charged_amount: 1501,
    charge_response_code: "00",
    charge_response_message: "Approved Successful",
    created_at: ISO,
  });
});

describe("verify", () => {
  test("by id and by reference has the published shape and no more", async () => {
    const { transaction_id, flw_ref } = await pay(CARD, { meta: { order: "7" } });
    const answer = await simulator.json(`/v3/transactions/${transaction_id}/verify`);
    expect(answer).toEqual({
      status: 200,
      body: {
        status: "success",
        message: "Transaction fetched successfully",
        data: {
          id: transaction_id,
          tx_ref: "kb_1",
          flw_ref,
          device_fingerprint: "N/A",
          amount: 1501,
          currency: "KES",
          charged_amount: 1501,
          app_fee: 43.53,
          merchant_fee: 0,
          processor_response: "Approved",
          auth_model: "PIN",
          ip: "127.0.0.1",
          narration: "CARD Transaction",
          status: "successful",
          payment_type: "card",
          created_at: ISO,
          account_id: 1470317,
          card: {
            first_6digits: "553188",
            last_4digits: "2950",
            issuer: "SIMULATED BANK CREDIT",
            country: "KE",
            type: "MASTERCARD",
            token: expect.stringMatching(/^flw-t1nf-/),
            expiry: "09/32",
          },
          meta: { order: "7" },
          amount_settled: 1457.47,
          customer: {
            id: expect.any(Number),
            name: "Jane",
            phone_number: "254700000001",
            email: "jane@example.com",
            created_at: ISO,
          },
        },
      },
    });
    expect(await simulator.json("/v3/transactions/verify_by_reference?tx_ref=kb_1")).toEqual(answer);
  });

  test("knows nothing of what is not there, as 400 or, switched, as 200", async () => {
    for (const path of ["/v3/transactions/99/verify", "/v3/transactions/verify_by_reference?tx_ref=none"]) {
      expect(await simulator.json(path)).toEqual({ status: 400, body: NOT_FOUND });
    }
    simulator.control.switches({ missingStatus: 200 });
    expect(await simulator.json("/v3/transactions/99/verify")).toEqual({ status: 200, body: NOT_FOUND });
  });

  test.each(["", FLUTTERWAVE.publicKey, `${FLUTTERWAVE.secretKey}x`])("refuses the key %j", async (key) => {
    const { transaction_id } = await pay();
    const answer = await simulator.call(`/v3/transactions/${transaction_id}/verify`, undefined, key);
    expect({ status: answer.status, body: JSON.parse(answer.text) }).toEqual({
      status: 401,
      body: { status: "error", message: "Authorization required", data: null },
    });
  });

  test.each([
    ["first", "failed"],
    ["last", "failed"],
    ["best", "successful"],
  ] as const)("by reference gives the %s of several attempts: %s", async (byReference, status) => {
    await pay("5143010522339965");
    await pay();
    await pay("5551651630381384");
    simulator.control.switches({ byReference });
    const { body } = await simulator.json("/v3/transactions/verify_by_reference?tx_ref=kb_1");
    expect(body.data.status).toBe(status);
    expect(new Set(simulator.control.transactions().map(({ id }) => id)).size).toBe(3);
  });
});

describe("refund", () => {
  const refund = (id: number, body: object = {}) => simulator.json(`/v3/transactions/${id}/refund`, body);

  test("in part, then the rest, then no more", async () => {
    const { transaction_id: id, flw_ref } = await pay();
    expect(await refund(id, { amount: 501, comments: "One shirt" })).toEqual({
      status: 200,
      body: {
        status: "success",
        message: "Transaction refund initiated",
        data: {
          id: expect.any(Number),
          account_id: 1470317,
          tx_id: id,
          flw_ref,
          wallet_id: 1470318,
          amount_refunded: 501,
          status: "completed",
          destination: "payment_source",
          meta: { source: "availablebalance" },
          created_at: ISO,
        },
      },
    });
    expect((await refund(id, { amount: 1001 })).status).toBe(400);
    expect((await refund(id)).body.data.amount_refunded).toBe(1000);
    expect((await refund(id)).status).toBe(400);
    expect(simulator.control.transactions()[0]?.refunded).toBe(1501);
  });

  test("is not given for what was not paid or is not there", async () => {
    const { transaction_id } = await pay("5143010522339965");
    expect((await refund(transaction_id)).status).toBe(400);
    expect(await refund(99)).toEqual({ status: 400, body: NOT_FOUND });
  });

  test.each([
    ["processing", 200, 1501],
    ["pending", 200, 1501],
    ["refused", 400, 0],
    ["no-balance", 400, 0],
    ["lost", 500, 1501],
  ] as const)("%s answers %i and gives back %i", async (mode, status, refunded) => {
    const { transaction_id } = await pay();
    simulator.control.refundMode({ mode });
    const answer = await refund(transaction_id);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.data.status).toBe(mode);
    expect(simulator.control.transactions()[0]?.refunded).toBe(refunded);
  });

  test("tells by webhook only when switched on", async () => {
    const { transaction_id: id } = await pay(oddCard(5));
    await refund(id, { amount: 1 });
    await simulator.control.advance({ seconds: 5 });
    expect(simulator.heard).toEqual([]);
    simulator.control.switches({ refundWebhook: true });
    await refund(id, { amount: 2, comments: "Torn" });
    await simulator.control.advance({ seconds: 5 });
    expect(simulator.heard).toMatchObject([
      {
        hash: FLUTTERWAVE.webhookHash,
        body: { AmountRefunded: 2, status: "completed", TransactionId: id, comments: "Torn" },
      },
    ]);
    expect(JSON.parse(String(simulator.heard[0]?.body.meta))).toEqual({ source: "availablebalance" });
  });
});

describe("outages", () => {
  test.each([
    ["all-5xx", 500, /"error_id":"ERRNO/],
    ["rate-limited", 429, /Too many requests/],
    ["malformed", 200, /^\{"status":"success"/],
  ] as const)("%s", async (mode, status, text) => {
    const { transaction_id } = await pay();
    simulator.control.mode({ mode });
    const answer = await simulator.verify(transaction_id);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    if (mode === "malformed") expect(() => JSON.parse(answer.text)).toThrow();
    simulator.control.mode({ mode: "normal" });
    expect((await simulator.verify(transaction_id)).status).toBe(200);
  });

  test("down cuts the connection, on the path named alone, and is logged", async () => {
    const { transaction_id } = await pay();
    simulator.control.mode({ mode: "down", path: "/verify" });
    await expect(simulator.verify(transaction_id)).rejects.toThrow("fetch failed");
    expect((await simulator.json(`/v3/transactions/${transaction_id}/refund`, {})).status).toBe(200);
    expect(simulator.control.requests()).toMatchObject([
      { method: "GET", path: `/v3/transactions/${transaction_id}/verify`, status: null },
      { method: "POST", path: `/v3/transactions/${transaction_id}/refund`, status: 200 },
    ]);
  });

  test("slow answers after 30 s", async () => {
    const { transaction_id } = await pay();
    simulator.control.mode({ mode: "slow" });
    const answer = simulator.verify(transaction_id);
    await expect.poll(() => simulator.control.requests().length).toBe(1);
    await simulator.control.advance({ seconds: 29 });
    expect(simulator.control.requests()[0]?.status).toBeNull();
    await simulator.control.advance({ seconds: 1 });
    expect((await answer).status).toBe(200);
  });
});

test("the control API does over HTTP what control does", async () => {
  const paid = await simulator.json("/__sim/pay", { tx_ref: "kb_2", card: CARD, amount: 7 });
  expect(paid).toMatchObject({ status: 200, body: { status: "successful", amount: 7 } });
  expect((await simulator.json("/__sim/transactions")).body).toEqual(simulator.control.transactions());
  expect(await simulator.json("/__sim/advance", { seconds: 2 })).toEqual({ status: 200, body: { ok: true } });
  expect((await simulator.json("/__sim/webhooks")).body).toMatchObject([{ tx_ref: "kb_2", status: 200 }]);
  expect((await simulator.json("/__sim/mode", { mode: "sideways" })).status).toBe(400);
  expect((await simulator.json("/__sim/pay", { tx_ref: "kb_2", card: "4111111111111111" })).status).toBe(400);
  expect((await simulator.json("/__sim/requests")).body).toEqual([]);
  await simulator.json("/__sim/reset", {});
  expect(simulator.control.transactions()).toEqual([]);
});
