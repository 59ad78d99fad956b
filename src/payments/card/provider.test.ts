import { createHash } from "node:crypto";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { FLUTTERWAVE, startFlutterwave } from "../../../simulators/flutterwave/simulator.ts";
import { json, startFakeProvider } from "../../../test/fake-provider.ts";
import { readConfig } from "../../config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { createLog } from "../../platform/log.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { cardIntentFields, payloadHash } from "./card.server.ts";
import { flutterwaveProvider } from "./provider.server.ts";

const wire = await startFakeProvider();
afterAll(() => wire.close());

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
  let provider: ReturnType<typeof providerAt>;
  beforeEach(() => {
    wire.received.length = 0;
    // each with breakers of its own
    provider = providerAt(wire.url);
  });

  const VERIFIED = json(200, {
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
    const path = "/v3/transactions/verify_by_reference?tx_ref=sauti-1";
    wire.play(path, VERIFIED);
    const result = await provider.check(paymentOf({}));
    expect(result).toMatchObject({ type: "paid", receipt: "1071089533", details: { last4: "2950" } });
    const headers = expect.objectContaining({ authorization: `Bearer ${FLUTTERWAVE.secretKey}` });
    expect(wire.received).toEqual([{ method: "GET", path, headers, body: {} }]);
  });

  test("a transaction is asked about by its id, and verified against whichever payment it names", async () => {
    wire.play("/v3/transactions/1071089533/verify", VERIFIED);
    const found = await provider.verify(1071089533);
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
    expect(wire.received).toEqual([]);
  });

  test("an answer about another transaction than the one asked for proves nothing", async () => {
    wire.play("/v3/transactions/17/verify", VERIFIED);
    expect(await provider.verify("17")).toEqual({ type: "away" });
  });

  test("a refund names its amount, and is followed by its own id", async () => {
    const data = { id: 75923, tx_id: 1071089533, amount_refunded: 1501, status: "processing" };
    const path = "/v3/transactions/1071089533/refund";
    wire.play(path, json(200, { status: "success", message: "Transaction refund initiated", data }));
    const sent = await provider.refund?.({ receipt: "1071089533", amount: 1501 }, "");
    expect(sent).toEqual({ type: "sent", reference: "75923" });
    expect(wire.received).toEqual([
      { method: "POST", path, headers: expect.anything(), body: { amount: 1501 } },
    ]);
    const completed = { ...data, status: "completed" };
    wire.play("/v3/refunds/75923", json(200, { status: "success", message: "x", data: completed }));
    expect(await provider.checkRefund?.("75923")).toEqual({
      type: "done",
      reference: "75923",
    });
    const named = { reference: "75923", receipt: "1071089533", amount: 1501, step: { type: "done" } };
    expect(await provider.lookUpRefund("75923")).toMatchObject(named);
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
