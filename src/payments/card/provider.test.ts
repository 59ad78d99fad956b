import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FLUTTERWAVE, startFlutterwave } from "../../../simulators/flutterwave/simulator.ts";
import { readConfig } from "../../config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { createLog } from "../../platform/log.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { cardIntentFields } from "./intent.server.ts";
import { flutterwaveProvider } from "./provider.server.ts";

type Heard = { method: string; url: string; authorization: string | undefined; body: string };

const configFor = (baseUrl: string) =>
  readConfig({
    FLW_BASE_URL: baseUrl,
    FLW_CHECKOUT_SCRIPT_URL: `${baseUrl}/v3.js`,
    FLW_PUBLIC_KEY: FLUTTERWAVE.publicKey,
    FLW_SECRET_KEY: FLUTTERWAVE.secretKey,
    FLW_WEBHOOK_HASH: FLUTTERWAVE.webhookHash,
  });
/** The adapter asks no database. */
const db = {} as Db;
const providerAt = (baseUrl: string) =>
  flutterwaveProvider({ db, config: configFor(baseUrl), log: createLog("silent") });
const paymentOf = (change: Partial<Payment>) =>
  ({ reference: "sauti-1", amount: 1501, createdAt: new Date(), receipt: null, ...change }) as Payment;

describe("on the wire", () => {
  let heard: Heard[] = [];
  let turn: (response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => void hear(request, response));
  let provider: ReturnType<typeof providerAt>;

  async function hear(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    heard.push({ method, url, authorization: headers.authorization, body });
    turn(response);
  }
  const says = (status: number, body: string) => {
    turn = (response) => void response.writeHead(status, { "content-type": "application/json" }).end(body);
  };

  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  beforeEach(() => {
    heard = [];
    // each with breakers of its own
    provider = providerAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const VERIFIED = JSON.stringify({
    status: "success",
    message: "Transaction fetched successfully",
    data: {
      id: 1071089533,
      tx_ref: "sauti-1",
      flw_ref: "FLW-MOCK-1",
      amount: 1501,
      currency: "KES",
      charged_amount: 1501,
      processor_response: "Approved",
      status: "successful",
      payment_type: "card",
      card: { last_4digits: "2950", type: "MASTERCARD" },
    },
  });

  test("a payment is asked about by our own reference, with the secret key", async () => {
    says(200, VERIFIED);
    const result = await provider.check(paymentOf({}));
    expect(result).toMatchObject({ type: "paid", receipt: "1071089533", details: { last4: "2950" } });
    expect(heard).toEqual([
      {
        method: "GET",
        url: "/v3/transactions/verify_by_reference?tx_ref=sauti-1",
        authorization: `Bearer ${FLUTTERWAVE.secretKey}`,
        body: "",
      },
    ]);
  });

  test("a transaction is asked about by its id, and verified against whichever payment it names", async () => {
    says(200, VERIFIED);
    const found = await provider.verify(1071089533);
    expect(heard[0]?.url).toBe("/v3/transactions/1071089533/verify");
    if (found.type !== "found") throw new Error(found.type);
    expect(found).toMatchObject({ id: "1071089533", txRef: "sauti-1" });
    expect(found.resultFor(paymentOf({})).type).toBe("paid");
    const why = { type: "held", final: true };
    const money = { receipt: "1071089533", amount: 1501 };
    expect(found.resultFor(paymentOf({ amount: 2000 }))).toEqual({ ...why, reason: "amount differs", money });
    expect(found.resultFor(paymentOf({ reference: "sauti-2" }))).toEqual({
      ...why,
      reason: "reference differs",
    });
  });

  test("what is no id never reaches a path", async () => {
    for (const id of ["", "1/../../refunds", "1?x=1", "-1", "1e3", " 1", "1".repeat(21), "٣"])
      expect(await provider.verify(id)).toEqual({ type: "missing" });
    expect(await provider.refund?.({ receipt: "1/x", amount: 1501 }, "")).toMatchObject({
      type: "failed",
    });
    expect(heard).toEqual([]);
  });

  test("an answer about another transaction than the one asked for proves nothing", async () => {
    says(200, VERIFIED);
    expect(await provider.verify("17")).toEqual({ type: "away" });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["HTML", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>busy</html>")],
    ["a 503", (response) => response.writeHead(503).end('{"status":"error","message":"x","data":null}')],
    ["a 401", (response) => response.writeHead(401).end('{"status":"error","message":"x","data":null}')],
    ["half an answer", (response) => response.writeHead(200).end(VERIFIED.slice(0, 100))],
    ["a reset", (response) => void response.socket?.resetAndDestroy()],
    ["a redirect", (response) => response.writeHead(302, { location: "/elsewhere" }).end()],
  ])("%s leaves the payment open, and a refund unsure or surely not done", async (name, answers) => {
    turn = answers;
    expect(await provider.check(paymentOf({}))).toEqual({ type: "open", in: 60 });
    expect(await provider.verify(1)).toEqual({ type: "away" });
    const step = await provider.refund?.({ receipt: "1071089533", amount: 1501 }, "");
    expect(step?.type).toBe(name === "a 401" ? "failed" : "unknown");
    expect(await provider.checkRefund?.("75923")).toEqual({
      type: "sent",
      reference: "75923",
    });
    expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /v3/transactions/verify_by_reference?tx_ref=sauti-1",
      "GET /v3/transactions/1/verify",
      "POST /v3/transactions/1071089533/refund",
      "GET /v3/refunds/75923",
    ]);
  });

  test("a refund names its amount, and is followed by its own id", async () => {
    const data = { id: 75923, tx_id: 1071089533, amount_refunded: 1501, status: "processing" };
    says(200, JSON.stringify({ status: "success", message: "Transaction refund initiated", data }));
    const sent = await provider.refund?.({ receipt: "1071089533", amount: 1501 }, "");
    expect(sent).toEqual({ type: "sent", reference: "75923" });
    expect(heard[0]).toMatchObject({
      method: "POST",
      url: "/v3/transactions/1071089533/refund",
      body: '{"amount":1501}',
    });
    says(200, JSON.stringify({ status: "success", message: "x", data: { ...data, status: "completed" } }));
    expect(await provider.checkRefund?.("75923")).toEqual({
      type: "done",
      reference: "75923",
    });
  });

  test("nobody there: nothing was given back, and it may be tried again", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address() as AddressInfo;
    await once(gone.close(), "close");
    const nobody = providerAt(`http://127.0.0.1:${port}`);
    expect(await nobody.check(paymentOf({}))).toEqual({ type: "open", in: 60 });
    expect(await nobody.refund?.({ receipt: "1", amount: 1501 }, "")).toMatchObject({
      type: "failed",
      again: true,
    });
  });
});

describe("with the simulator", () => {
  let simulator: Awaited<ReturnType<typeof startFlutterwave>>;
  let provider: ReturnType<typeof providerAt>;
  let names = 0;
  const name = () => `sauti-${++names}`;

  beforeAll(async () => {
    simulator = await startFlutterwave();
    provider = providerAt(simulator.url);
  });
  afterAll(() => simulator.close());

  const pay = (reference: string, card: string, amount = 1501) =>
    simulator.control.pay({ tx_ref: reference, card, amount });

  test("the hash opens the checkout, and no other amount with it", async () => {
    const payment = paymentOf({ reference: name() });
    const customer = { email: "jane@example.com" };
    const { payload_hash, public_key } = cardIntentFields(configFor(simulator.url), payment, customer);
    const opened = { card: "5061460166976054667", payload_hash, public_key, ...customer };
    const paid = await simulator.control.pay({ ...opened, tx_ref: payment.reference, amount: 1501 });
    expect(paid.status).toBe("successful");
    const cheaper = simulator.control.pay({ ...opened, tx_ref: payment.reference, amount: 1 });
    await expect(cheaper).rejects.toThrow("Payload hash does not match");
  });

  test.each([
    ["5061460166976054667", { type: "paid" }],
    ["5258585922666506", { type: "open" }],
    ["4000000000000007", { type: "held", reason: "amount differs" }],
    ["4000000000000008", { type: "held", reason: "currency differs" }],
    ["4000000000000006", { type: "open", in: 15 }],
    ["4000000000000010", { type: "open" }],
    ["4000000000000011", { type: "open" }],
    ["4000000000000012", { type: "open" }],
  ])("card %s", async (card, result) => {
    const payment = paymentOf({ reference: name() });
    await pay(payment.reference, card);
    expect(await provider.check(payment)).toMatchObject(result);
  });

  test.each([400, 200] as const)("nothing paid yet is open, said with a %i", async (missingStatus) => {
    simulator.control.switches({ missingStatus });
    expect(await provider.check(paymentOf({ reference: name() }))).toEqual({ type: "open" });
    expect(await provider.verify(4)).toEqual({ type: "missing" });
  });

  test("a forged callback's transaction is found failed", async () => {
    const payment = paymentOf({ reference: name() });
    const { transaction_id: id } = await pay(payment.reference, "4000000000000014");
    const found = await provider.verify(id);
    expect(found.type === "found" && found.resultFor(payment)).toEqual({
      type: "failed",
      code: "failed",
      watch: true,
    });
  });

  test.each([
    ["completed", "done"],
    ["processing", "sent"],
    ["refused", "failed"],
    ["no-balance", "failed"],
    ["lost", "unknown"],
  ] as const)("a refund that is %s ends as %s", async (mode, is) => {
    const payment = paymentOf({ reference: name() });
    const { transaction_id: id } = await pay(payment.reference, "5061460166976054667");
    simulator.control.refundMode({ mode });
    const step = await provider.refund?.({ receipt: String(id), amount: 1501 }, "");
    expect(step?.type).toBe(is);
  });
});
