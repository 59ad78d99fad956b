import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn, signOut } from "../../accounts/sign-in/sign-in.ts";
import { forgetPayment, mayBePaidByOther, notePayment } from "./payment-begun.ts";
import { isPaidByOther } from "./use-checkout-status.ts";

// a payment was begun here, and somebody has logged in since: the same person, or not
let standing: object | undefined;
beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", async (path: string) => {
    if (!path.endsWith("/api/payment/checkout") || !standing) throw new TypeError("no connection");
    return Response.json({ success: true, message: "", standing });
  });
  signIn("before");
  notePayment("c1", "mpesa");
  signIn("now");
});
afterEach(() => {
  forgetPayment("c1", "mpesa");
  signOut();
  vi.unstubAllGlobals();
});

test.each([
  ["has ended unpaid", { status: "open" }],
  ["may come late", { status: "open", late: true }],
  ["is on the phone", { status: "paying", method: "mpesa", amount: 1501, seconds: 9 }],
  ["has become an order", { status: "ordered", orderId: "1", paid: true }],
])("The checkout goes on where the payment is the person's own: %s", async (_, found) => {
  standing = found;
  expect(await isPaidByOther("c1")).toBe(false);
  expect(mayBePaidByOther("c1")).toBe(false);
});

test.each([
  ["somebody else has it", { status: "elsewhere", message: "We're still checking your last payment." }],
  ["nobody answers", undefined],
])("The checkout stops while another person here may have paid it: %s", async (_, found) => {
  standing = found;
  expect(await isPaidByOther("c1")).toBe(true);
  expect(mayBePaidByOther("c1")).toBe(true);
});

test("nobody goes on signed out", async () => {
  signOut();
  standing = { status: "open" };
  expect(await isPaidByOther("c1")).toBe(true);
});
