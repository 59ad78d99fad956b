import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn, signOut } from "../../accounts/sign-in/sign-in.ts";
import { paymentBegun } from "../../cart/checkout-storage.ts";
import type { CheckoutState } from "./checkout-state.ts";
import {
  askCheckout,
  fetchCheckoutStatus,
  isPaidByOther,
  mayBePaidByOther,
  notePayment,
} from "./checkout-status.ts";

const CARRIED = {
  order: { address: {}, items: [], amount: 1501 },
  checkoutId: "c1",
} as unknown as CheckoutState;

const asked = vi.fn<typeof fetch>();
const answers = (standing: object) =>
  asked.mockImplementation(async () => Response.json({ success: true, message: "", standing }));

// a payment was begun here, and somebody has logged in since: the same person, or not
beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  // the cart asks too where another test has loaded it
  const noLine = () => Promise.reject(new TypeError("no connection"));
  asked.mockReset().mockImplementation(noLine);
  vi.stubGlobal("fetch", (path: string) => (path.endsWith("/api/payment/checkout") ? asked(path) : noLine()));
  signIn("before");
  notePayment("c1");
  signIn("now");
});
afterEach(() => {
  paymentBegun.write(null);
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a status that is not open shuts the checkout", async () => {
  for (const [standing, shut] of [
    [{ status: "open", late: true }, undefined],
    [{ status: "confirming", method: "mpesa", amount: 1501 }, "confirming"],
  ] as const) {
    answers(standing);
    expect((await askCheckout(CARRIED))?.shut?.status).toBe(shut);
  }
});

test.each([
  ["no connection", () => Promise.reject(new TypeError("no connection"))],
  ["a fault", async () => Response.json({ success: false, message: "No." }, { status: 500 })],
  ["no answer within four seconds", () => new Promise<Response>(() => {})],
])("%s is no status, and shuts nothing", async (_, answer) => {
  vi.useFakeTimers();
  asked.mockImplementation(answer);
  const status = fetchCheckoutStatus("c1");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await status).toBeUndefined();
});

test("signed out nothing is asked", async () => {
  signOut();
  expect(await fetchCheckoutStatus("c1")).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  ["has ended unpaid", { status: "open" }],
  ["may come late", { status: "open", late: true }],
  ["is on the phone", { status: "paying", method: "mpesa", amount: 1501, seconds: 9 }],
  ["has become an order", { status: "ordered", orderId: "1", paid: true }],
])("The checkout goes on where the payment is the person's own: %s", async (_, found) => {
  answers(found);
  expect(await isPaidByOther("c1")).toBe(false);
  expect(mayBePaidByOther("c1")).toBe(false);
});

test.each([
  ["somebody else has it", { status: "elsewhere", message: "We're still checking your last payment." }],
  ["nobody answers", undefined],
])("The checkout stops while another person here may have paid it: %s", async (_, found) => {
  if (found) answers(found);
  expect(await isPaidByOther("c1")).toBe(true);
  expect(mayBePaidByOther("c1")).toBe(true);
});

test("nobody goes on signed out", async () => {
  signOut();
  answers({ status: "open" });
  expect(await isPaidByOther("c1")).toBe(true);
});
