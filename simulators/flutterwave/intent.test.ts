import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { payloadHash } from "./intent.ts";
import type { ScriptMode } from "./modes.ts";
import { FLUTTERWAVE } from "./simulator.ts";
import { openSimulator, type Simulator } from "./test-shop.ts";

const ARGS = {
  public_key: FLUTTERWAVE.publicKey,
  tx_ref: "kb_1",
  amount: 1501,
  currency: "KES",
  customer: { email: "jane@example.com", name: "Jane" },
};

let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

const open = (change: object) => simulator.json("/pay/open", { ...ARGS, ...change });
const script = () => fetch(simulator.scriptUrl);

test("the payload's hash is the published one", () => {
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(payloadHash(ARGS, "secret")).toBe(sha(`1501KESjane@example.comkb_1${sha("secret")}`));
});

test.each([
  [{}, "KES 1,501"],
  [{ currency: undefined }, "NGN 1,501"],
  [{ payload_hash: payloadHash(ARGS, FLUTTERWAVE.secretKey) }, "KES 1,501"],
  [{ tx_ref: "x".repeat(100), configurations: { session_duration: 5 } }, "KES 1,501"],
])("opens for %j at %s", async (change, price) => {
  expect(await open(change)).toMatchObject({ status: 200, body: { kind: "opened", price } });
});

test.each([
  [{ public_key: FLUTTERWAVE.secretKey }, "Invalid public key"],
  [{ tx_ref: undefined }, "Transaction reference (tx_ref) is required"],
  [{ tx_ref: "x".repeat(101) }, "Transaction reference (tx_ref) is too long"],
  [{ amount: 0 }, "Amount must be greater than 0"],
  [{ amount: -5 }, "Amount must be greater than 0"],
  [{ currency: "KSH" }, "Currency is not supported"],
  [{ customer: { name: "Jane" } }, "Customer email is not valid"],
  [{ customer: undefined }, "Customer email is required"],
  [{ payment_options: "ussd" }, "No payment option is available"],
  [{ payload_hash: "00" }, "Payload hash does not match"],
  [{ amount: 1, payload_hash: payloadHash(ARGS, FLUTTERWAVE.secretKey) }, "Payload hash does not match"],
])("refuses %j: %s", async (change, message) => {
  expect(await open(change)).toEqual({ status: 400, body: { kind: "refused", message } });
});

test("a session ends with its time and with its tries", async () => {
  const { body } = await open({ configurations: { session_duration: 1, max_retry_attempt: 2 } });
  const card = { session: body.session, number: "5551651630381384", expiry: "01/30", cvv: "123" };
  const attempt = async () => (await simulator.json("/pay/card", card)).body;
  expect(await attempt()).toMatchObject({ kind: "failed", message: "Restricted Card", triesLeft: 1 });
  expect(await attempt()).toMatchObject({ kind: "failed", triesLeft: 0 });
  expect(await attempt()).toEqual({ kind: "refused", message: "You have tried too many times" });
  const later = await open({ configuration: { session_duration: 1, max_retry_attempt: 2 } });
  await simulator.control.advance({ seconds: 60 });
  card.session = later.body.session;
  expect(await attempt()).toEqual({ kind: "refused", message: "This session has expired" });
});

test("a reference already paid is paid again", async () => {
  const pay = () => simulator.control.pay({ tx_ref: "kb_1", card: "5061460166976054667" });
  await pay();
  expect((await pay()).status).toBe("successful");
});

test("the script may be loaded from another site", async () => {
  const answer = await script();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(await answer.text()).toContain("FlutterwaveCheckout = ");
});

test.each([
  ["404-once", [404, 200, 200]],
  ["404-twice", [404, 404, 200]],
  ["404-always", [404, 404, 404]],
] as const)("the script is %s", async (mode, statuses) => {
  simulator.control.scriptMode({ mode });
  for (const status of statuses) expect((await script()).status).toBe(status);
});

test.each<[ScriptMode, string]>([
  ["undefined", "// nothing defined"],
  ["html", "<!doctype html><title>Sign in</title>"],
])("the script is %s", async (mode, text) => {
  simulator.control.scriptMode({ mode });
  expect(await (await script()).text()).toBe(text);
});

test("the script comes after 30 s", async () => {
  simulator.control.scriptMode({ mode: "slow" });
  const answer = script();
  await expect.poll(() => simulator.control.requests().length).toBe(1);
  await simulator.control.advance({ seconds: 30 });
  expect((await answer).status).toBe(200);
});
