import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { token } from "../../accounts/sign-in/sign-in.ts";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { mayBePaid, notePayment } from "../../ordering/checkout/payment-begun.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { askCardPayment } from "./card-calls.ts";
import { placeCardOrder } from "./place-card-order.ts";

vi.mock("../../ui/toast.ts", () => ({ toast: () => {} }));

const PAID = { txRef: "sauti-1" };
const ADDRESS = {
  firstName: "Wanjiku",
  lastName: "Otieno",
  email: "wanjiku@example.com",
  street: "12 Langata Road",
  city: "Nairobi",
  state: "Nairobi",
  zipCode: "00100",
  country: "Kenya",
  phone: "0712345678",
};
const CARRIED: CheckoutState = { order: { address: ADDRESS, items: [], amount: 1501 }, checkoutId: "one" };
/** What the shop answers at each address; at any other, nothing, ever. */
let answers: Record<string, { status: number; body: object }>;

beforeEach(() => {
  answers = {};
  vi.useFakeTimers();
  for (const area of ["localStorage", "sessionStorage"]) {
    const stored = new Map([["token", "a".repeat(43)]]);
    vi.stubGlobal(area, {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    });
  }
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", (path: string) => {
    const answer = answers[path];
    if (!answer) return new Promise(() => {});
    return Promise.resolve(Response.json(answer.body, { status: answer.status }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a question that hangs is given up after 10 seconds, so that the next can be asked", async () => {
  const asked = askCardPayment();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toBeUndefined();
});

test("so is a quiet one for the order: it goes on being confirmed", async () => {
  const placed = placeCardOrder(PAID, CARRIED, { quiet: true });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await placed).toEqual({ type: "confirming", paid: PAID });
});

test.each([
  ["failed", false],
  ["pending", true],
])("a refused order of a card payment that is %s: the checkout may be paid: %s", async (status, kept) => {
  notePayment("one", "flutterwave");
  answers["/api/order/flutterwave"] = { status: 400, body: { success: false, message: "No money." } };
  const payment = { method: "flutterwave", tx_ref: "sauti-1", status, amount: 1501 };
  answers["/api/payment/current"] = { status: 200, body: { success: true, payment } };
  const outcome = await placeCardOrder(PAID, CARRIED);
  expect(outcome.type).toBe(status === "failed" ? "not-paid" : "unplaced");
  expect(mayBePaid("one")).toBe(kept);
});

test("signed out meanwhile, what is paid stays to be asked for after a log-in", async () => {
  answers["/api/order/flutterwave"] = { status: 401, body: { success: false, message: "Please log in." } };
  expect(await placeCardOrder(PAID, CARRIED)).toEqual({
    type: "unplaced",
    paid: PAID,
    message: PAYMENT_TEXTS.cardSignedOut,
    signedOut: true,
  });
  expect(token.read()).toBeNull();
});
