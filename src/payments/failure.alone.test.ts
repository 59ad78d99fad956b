import { expect, test } from "vitest";
import { ORDER_TEXTS } from "../ordering/rules.ts";
import { CallError } from "../platform/browser/call.ts";
import { minutesText } from "./countdown.ts";
import { readCardFailure, readOrderFailure, readPromptFailure } from "./failure.ts";
import { otherPhone, stillChecking } from "./mpesa/push/pay-by-prompt.ts";
import { PAYMENT_TEXTS } from "./rules.ts";

const ofPrompt = (status: number, error?: string, more: object = {}) =>
  readPromptFailure(
    new CallError(status, error ?? "?", { ...(error ? { error, message: error } : {}), ...more }),
  );

test("without a connection nobody knows either, and it is said that there is none", () => {
  const message = "Payment failed. Please try again.";
  expect(ofPrompt(0)).toEqual({ next: "unheard", message, offline: true });
});

test.each([
  [200, undefined],
  [502, undefined],
  [500, "Something went wrong on our side."],
  [504, "Late"],
])("%s %s: nobody knows whether a prompt was sent", (status, error) => {
  const message = error ? `M-Pesa Error: ${error}` : "Payment failed. Please try again.";
  expect(ofPrompt(status, error)).toEqual({ next: "unheard", message });
});

test("every failure but a 401 is 'M-Pesa Error: ' and what the server said", () => {
  for (const status of [400, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504])
    for (const more of [{}, { amount: 1800 }, { orderId: "01K" }, { method: "flutterwave" }])
      for (const said of [PAYMENT_TEXTS.stillChecking, PAYMENT_TEXTS.phoneInUse, "The total has changed."])
        expect(ofPrompt(status, said, more).message).toBe(`M-Pesa Error: ${said}`);
  // one of the two fields is enough
  expect(readPromptFailure(new CallError(400, "?", { message: "No." })).message).toBe("M-Pesa Error: No.");
  expect(ofPrompt(401, PAYMENT_TEXTS.signedOut)).toEqual({
    next: "log-in",
    message: PAYMENT_TEXTS.signedOut,
  });
  expect(ofPrompt(401)).toEqual({ next: "log-in", message: PAYMENT_TEXTS.signedOut });
});

test("an earlier prompt lets the next one pass after three minutes, after one when nobody knows whether it was sent", () => {
  const earlier = { id: "ws_CO_1", startedAt: 0, amount: 1501, phone: "2547…678" };
  const unsure = { ...earlier, id: "ATT-01K" };
  expect([earlier, unsure].map((prompt) => stillChecking(prompt).within)).toEqual([180, 60]);
  expect([earlier, unsure].map((prompt) => otherPhone(prompt).within)).toEqual([180, 60]);
  expect([60, 180, 600].map(minutesText)).toEqual(["1 minute", "3 minutes", "10 minutes"]);
});

test("what the server said is shown with its way on", () => {
  expect(ofPrompt(502, PAYMENT_TEXTS.refused).next).toBe("till");
  // a prompt may have left, and the answer to it not
  const busy = { next: "busy", message: `M-Pesa Error: ${PAYMENT_TEXTS.busy}` };
  expect(ofPrompt(503, PAYMENT_TEXTS.busy)).toEqual(busy);
  expect(ofPrompt(429, PAYMENT_TEXTS.phoneBusy, { retryAfter: 60 })).toEqual({
    next: "pause",
    message: `M-Pesa Error: ${PAYMENT_TEXTS.phoneBusy}`,
    seconds: 60,
  });
  expect(ofPrompt(429, "Too many wrong codes.", { coupon: "tries", amount: 1601, retryAfter: 60 })).toEqual({
    next: "cart",
    message: "M-Pesa Error: Too many wrong codes.",
    newAmount: 1601,
  });
  expect(ofPrompt(429, PAYMENT_TEXTS.manyPhones, { retryAfter: 900 }).next).toBe("till");
  // never the till: the prompt of just now may be paid
  expect(ofPrompt(409, PAYMENT_TEXTS.phoneInUse).next).toBe("phone-busy");
  expect(ofPrompt(409, PAYMENT_TEXTS.phoneBusy).next).toBe("phone-busy");
  expect(ofPrompt(429, PAYMENT_TEXTS.phoneBusy).next).toBe("phone-busy");
  expect(ofPrompt(409, PAYMENT_TEXTS.inProgress)).toMatchObject({ next: "other-payment", within: 180 });
  expect(ofPrompt(409, PAYMENT_TEXTS.stillChecking)).toMatchObject({ next: "other-payment", within: 600 });
  expect(ofPrompt(409, PAYMENT_TEXTS.stillChecking, { method: "mpesa" }).next).toBe("other-payment");
  expect(ofPrompt(409, PAYMENT_TEXTS.stillChecking, { method: "flutterwave" }).next).toBe("still-checking");
  expect(ofPrompt(409, "Some of these items have just sold out.").next).toBe("cart");
  const changed = "The total has changed. Please review your cart.";
  expect(ofPrompt(409, changed, { amount: 1800 })).toMatchObject({ next: "cart", newAmount: 1800 });
  expect(ofPrompt(409, "Ordered.", { orderId: "01K" }).next).toBe("orders");
  for (const message of [ORDER_TEXTS.inAccount, ORDER_TEXTS.placedBefore])
    expect(ofPrompt(409, message)).toEqual({ next: "existing-order", message });
  const question = "You ordered the same items 4 minutes ago. Order again?";
  expect(ofPrompt(409, question, { again: true, orderId: "01K", minutes: 4 })).toEqual({
    next: "ordered-lately",
    message: question,
  });
});

const ofCard = (message: string, more: object = {}) =>
  readCardFailure(new CallError(409, message, { message, ...more }));

test("an order of the person signed in here before is never said to have taken no money", () => {
  for (const message of [ORDER_TEXTS.inAccount, ORDER_TEXTS.placedBefore])
    expect(ofCard(message)).toEqual({ next: "existing-order", message });
  expect(ofCard(PAYMENT_TEXTS.stillChecking, { method: "mpesa" }).next).toBe("still-checking");
  expect(ofCard(ORDER_TEXTS.totalChanged, { amount: 1800 })).toMatchObject({ next: "cart", newAmount: 1800 });
});

test("where codes of coupons are not looked at the total without one is shown; else the same is tried again", () => {
  const said = (more: Record<string, unknown>) => readCardFailure(new CallError(429, "Too many.", more)).next;
  expect([said({}), said({ coupon: "tries", amount: 1601 })]).toEqual(["again", "cart"]);
});

const ofOrder = (status: number, answer: object = {}) =>
  readOrderFailure(new CallError(status, "Something went wrong. Please try again.", { ...answer }));

test.each([500, 502, 503, 504, 200])("%i without a message is the specification's words", (status) =>
  expect(ofOrder(status)).toEqual({ next: "unheard", message: "Failed to place order" }),
);

test.each([{ message: "" }, { message: null }, { message: 7 }])("%o is no message", (answer) =>
  expect(ofOrder(502, answer).message).toBe("Failed to place order"),
);

test("a request that never arrived says so beside them", () =>
  expect(ofOrder(0)).toEqual({ next: "unheard", message: "Failed to place order", offline: true }));

test("anything else thrown is the same", () =>
  expect(readOrderFailure(new TypeError("x"))).toEqual({ next: "again", message: "Failed to place order" }));

test("what the server said of an order is shown with its way on", () => {
  const said = (status: number, message: string, more: object = {}) => ofOrder(status, { message, ...more });
  expect(said(500, "Something went wrong on our side.")).toEqual({
    next: "unheard",
    message: "Something went wrong on our side.",
  });
  expect(said(401, "Please log in to continue.").next).toBe("log-in");
  expect(said(422, "This order was already sent with different items.").next).toBe("orders");
  expect(said(400, ORDER_TEXTS.codeMalformed).next).toBe("again");
  expect(said(400, ORDER_TEXTS.cartEmpty).next).toBe("details");
  expect(said(409, ORDER_TEXTS.codeUsed).next).toBe("again");
  for (const message of [ORDER_TEXTS.inAccount, ORDER_TEXTS.placedBefore])
    expect(said(409, message)).toEqual({ next: "existing-order", message });
  expect(said(429, ORDER_TEXTS.tooMany).next).toBe("wait");
  expect(said(429, "Too many wrong codes.", { coupon: "tries", amount: 1601 })).toEqual({
    next: "cart",
    message: "Too many wrong codes.",
    newAmount: 1601,
  });
  const checking = "We're still checking your last payment.";
  expect(said(409, checking, { method: "mpesa" })).toEqual({ next: "wait", message: checking });
  expect(said(409, ORDER_TEXTS.totalChanged, { amount: 1800 })).toEqual({
    next: "cart",
    message: ORDER_TEXTS.totalChanged,
    newAmount: 1800,
  });
});
