import { createHash } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { FLUTTERWAVE } from "./simulator.ts";
import { openSimulator } from "./test-shop.ts";

// docs/payments.md, "Checkout": what the shop's page may ask for, and what it is told.

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const HASH = sha(`1501KESjane@example.comkb_1${sha(FLUTTERWAVE.secretKey)}`);
const ARGS = {
  public_key: FLUTTERWAVE.publicKey,
  tx_ref: "kb_1",
  amount: 1501,
  currency: "KES",
  customer: { email: "jane@example.com", name: "Jane" },
};

const simulator = await openSimulator();
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

const open = (change: object) => simulator.json("/pay/open", { ...ARGS, ...change });

test.each([
  [{}, "KES 1,501"],
  [{ currency: undefined }, "NGN 1,501"],
  [{ payload_hash: HASH }, "KES 1,501"],
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
  [{ amount: 1, payload_hash: HASH }, "Payload hash does not match"],
])("refuses %j: %s", async (change, message) => {
  expect(await open(change)).toEqual({ status: 400, body: { kind: "refused", message } });
});
