import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { FLUTTERWAVE, startFlutterwave } from "../../../simulators/flutterwave/simulator.ts";
import { readConfig } from "../../config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { createLog } from "../../platform/log.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { cardIntentFields, payloadHash } from "./card.server.ts";
import { flutterwaveProvider } from "./provider.server.ts";

type ReceivedCall = { method: string; url: string; authorization: string | undefined; body: string };

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
  ({ reference: "sauti-1", amount: 1501, createdAt: new Date(), ...change }) as Payment;

describe("on the wire", () => {
  let heard: ReceivedCall[] = [];
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
    const money = { source: "webhook", verified: true, receipt: "1071089533", amount: 1501 };
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
    const completed = JSON.stringify({
      status: "success",
      message: "x",
      data: { ...data, status: "completed" },
    });
    says(200, completed);
    expect(await provider.checkRefund?.("75923")).toEqual({
      type: "done",
      reference: "75923",
    });
    const named = { reference: "75923", receipt: "1071089533", amount: 1501, step: { type: "done" } };
    expect(await provider.lookUpRefund("75923")).toMatchObject(named);
    expect(heard.at(-1)?.url).toBe("/v3/refunds/75923");
    expect(await provider.lookUpRefund("../x")).toBe("missing");
  });
});

test("the hash opens the checkout, and no other amount with it", async () => {
  const simulator = await startFlutterwave();
  onTestFinished(() => simulator.close());
  const payment = paymentOf({});
  const customer = { email: "jane@example.com" };
  const { payload_hash, public_key } = cardIntentFields(configFor(simulator.url), payment, customer);
  const opened = { card: "5061460166976054667", payload_hash, public_key, ...customer };
  const paid = await simulator.control.pay({ ...opened, tx_ref: payment.reference, amount: 1501 });
  expect(paid.status).toBe("successful");
  const cheaper = simulator.control.pay({ ...opened, tx_ref: payment.reference, amount: 1 });
  await expect(cheaper).rejects.toThrow("Payload hash does not match");
});

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const asked = { amount: 1501, currency: "KES", email: "jane@example.com", txRef: "sauti-1" } as const;

test("the hash joins what is asked for and the hashed key, with nothing between", () => {
  const key = "FLWSECK_TEST-abc-X";
  expect(payloadHash(asked, key)).toBe(sha(`1501KESjane@example.comsauti-1${sha(key)}`));
  // from sha256sum, so that both sides of the line above cannot be wrong together
  expect(payloadHash(asked, key)).toBe("56ce1bfed206423cf447b8e379567de19840ad709c56115cb480f5d920c2542a");
});
