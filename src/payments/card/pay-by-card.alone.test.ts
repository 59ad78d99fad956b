import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ADDRESS } from "../../../test/people.ts";
import { token } from "../../accounts/sign-in/sign-in.ts";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { mayBePaid } from "../../ordering/checkout/checkout-status.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import {
  askCard,
  clearStarted,
  lookForCard,
  placeCardOrder,
  readStarted,
  saveStarted,
} from "./card-order.ts";
import type { CheckoutArgs } from "./open-checkout.ts";
import { payByCard } from "./pay-by-card.ts";

vi.mock("../../ui/toast.ts", () => ({ toast: () => {} }));

const CARRIED: CheckoutState = { order: { address: ADDRESS, items: [], amount: 1501 }, checkoutId: "one" };
const INTENT = { tx_ref: "sauti-1", amount: 1501, expiresAt: Date.now() + 60_000 };
const PAID = { txRef: "sauti-1" };
const NOT_PAID = { status: 400, body: { success: false, message: PAYMENT_TEXTS.cardNotPaid } };
const ORDERED = { status: 200, body: { success: true, message: "Order placed", orderId: "01K" } };
const CANCELLED = {
  type: "idle",
  failure: { next: "cancelled", message: PAYMENT_TEXTS.cardCancelled },
  started: true,
};

/** What the shop answers at each address; none is a line that has gone. */
let answers: Record<string, { status: number; body: object } | undefined>;
/** The addresses that were asked, in turn. */
let asked: string[];
let online: boolean;

beforeEach(() => {
  answers = {
    "/api/payment/checkout": { status: 200, body: { success: true, standing: { status: "open" } } },
    "/api/payment/current": { status: 200, body: { success: true, payment: null } },
    "/api/payment/flutterwave/intent": { status: 200, body: { success: true, data: INTENT } },
  };
  asked = [];
  online = true;
  vi.useFakeTimers();
  for (const area of ["localStorage", "sessionStorage"]) {
    const stored = new Map([["token", "a".repeat(43)]]);
    vi.stubGlobal(area, {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    });
  }
  const script = () =>
    Object.assign(new EventTarget(), { parentNode: { removeChild: () => undefined } }) as EventTarget;
  vi.stubGlobal("navigator", {
    get onLine() {
      return online;
    },
  });
  vi.stubGlobal(
    "document",
    Object.assign(new EventTarget(), {
      visibilityState: "visible",
      documentElement: { dataset: {} },
      createElement: script,
      head: { append: (tag: EventTarget) => setTimeout(() => tag.dispatchEvent(new Event("error"))) },
    }),
  );
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const answer = answers[path];
    if (!answer) throw new TypeError("no connection");
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Pay with this checkout of the provider's; without one its script fails each time. */
async function pay(checkout?: (args: CheckoutArgs) => void) {
  if (checkout) Object.assign(window, { FlutterwaveCheckout: checkout });
  const details = { name: "Wanjiku Otieno", email: ADDRESS.email, phone: ADDRESS.phone };
  const outcome = payByCard(CARRIED, { details, again: false, scriptUrl: "/v3.js", onStep: () => {} });
  await vi.advanceTimersByTimeAsync(2_100);
  return outcome;
}

test("a page that is closed took nothing, and is opened again for the same payment", async () => {
  answers["/api/order/flutterwave"] = NOT_PAID;
  const close = ({ onclose }: CheckoutArgs) => onclose(true);
  expect(await pay(close)).toEqual(CANCELLED);
  expect(await pay(close)).toEqual(CANCELLED);
  expect(readStarted("one")).toMatchObject({ txRef: "sauti-1" });
});

test("paid and closed before a word of it: found when the page closes, and by another tap no page is opened", async () => {
  answers["/api/order/flutterwave"] = ORDERED;
  expect(await pay(({ onclose }) => onclose(true))).toEqual({ type: "placed", orderId: "01K" });
  saveStarted(CARRIED, "sauti-1");
  const again = vi.fn();
  expect(await pay(again)).toEqual({ type: "placed", orderId: "01K" });
  expect(again).not.toHaveBeenCalled();
});

test("from the moment that the page opens the checkout may be paid, by the person signed in then", async () => {
  answers["/api/order/flutterwave"] = NOT_PAID;
  let during: boolean | undefined;
  await pay(({ onclose }) => {
    during = mayBePaid("one");
    onclose(true);
  });
  expect(during).toBe(true);
  expect(mayBePaid("one")).toBe(true);
});

test("paid as the line goes: nothing is asked for but the order", async () => {
  const called = { status: "successful", transaction_id: 17, tx_ref: "sauti-1", flw_ref: "FLW-1" };
  const outcome = await pay(({ callback }) => callback(called));
  expect(outcome).toMatchObject({ type: "unplaced", message: PAYMENT_TEXTS.cardOrderFailed });
  expect(readStarted("one")?.paid).toMatchObject({ txRef: "sauti-1", transactionId: 17 });
});

test("A blocked card script leaves the other ways to pay", async () => {
  expect(await pay()).toEqual({
    type: "idle",
    failure: { next: "till", message: PAYMENT_TEXTS.scriptFailed },
    started: false,
  });
  expect(asked).not.toContain("/api/payment/flutterwave/intent");
  expect(mayBePaid("one")).toBe(false);
});

test("a script that the line was lost with is asked for again once it is back", async () => {
  online = false;
  expect(await pay()).toEqual({
    type: "idle",
    failure: { next: "again", message: PAYMENT_TEXTS.scriptFailed, offline: true },
    started: false,
  });
  expect(asked).not.toContain("/api/payment/flutterwave/intent");
});

test("another payment for this checkout opens no page", async () => {
  const standing = { status: "paying", method: "mpesa", amount: 1501, seconds: 90 };
  answers["/api/payment/checkout"] = { status: 200, body: { success: true, standing } };
  const checkout = vi.fn();
  expect(await pay(checkout)).toEqual({ type: "shut", shut: standing });
  expect(checkout).not.toHaveBeenCalled();
  expect(asked).toEqual(["/api/payment/checkout"]);
});

test("a question that hangs is given up after 10 seconds, so that the next can be asked", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const asked = askCard();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toBeUndefined();
});

test("so is a quiet one for the order: it goes on being confirmed", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const placed = placeCardOrder(PAID, CARRIED, { quiet: true });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await placed).toEqual({ type: "confirming", paid: PAID });
});

test.each([
  ["failed", "idle"],
  ["pending", "unplaced"],
])("a refused order of a card payment that is %s leaves the page %s", async (status, type) => {
  answers["/api/order/flutterwave"] = { status: 400, body: { success: false, message: "No money." } };
  const payment = { method: "flutterwave", tx_ref: "sauti-1", status, amount: 1501 };
  answers["/api/payment/current"] = { status: 200, body: { success: true, payment } };
  expect((await placeCardOrder(PAID, CARRIED)).type).toBe(type);
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

test.each([
  ["of the same total", 1501, true],
  ["of another total, which this tab has not begun", 1502, false],
])("a payment %s that has its order is shown: %s", async (_, amount, isShown) => {
  const payment = { method: "flutterwave", tx_ref: "sauti-1", status: "paid", orderId: "01K", amount };
  answers["/api/payment/current"] = { status: 200, body: { success: true, payment } };
  const found = await lookForCard({ carried: CARRIED, placed: undefined }, "looking");
  expect(found).toMatchObject({ known: isShown ? { current: { orderId: "01K" } } : { current: undefined } });
});

const carrying = (...goods: string[]) =>
  ({
    order: { items: goods.map((_id) => ({ _id, size: "M", quantity: 1 })) },
    checkoutId: "one",
  }) as unknown as CheckoutState;

test("what this tab has started is found by its checkout alone, and distinguished from other items in it", () => {
  for (const [carried, own] of [
    [carrying("tee", "cap"), true],
    [carrying("cap", "tee"), true],
    [carrying("mug"), false],
    [carrying("tee"), false],
    [undefined, false],
  ] as const) {
    saveStarted(carrying("tee", "cap"), "sauti-1");
    expect([readStarted("one")?.txRef, readStarted("two"), readStarted()?.txRef]).toEqual([
      "sauti-1",
      undefined,
      "sauti-1",
    ]);
    expect(clearStarted(carried)).toBe(own);
    expect(readStarted()).toBeUndefined();
  }
});
