import { expect, test } from "vitest";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { CallError } from "../../../platform/browser/call.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { minutesText } from "./countdown.ts";
import { otherPhone, readPushFailure, stillChecking } from "./push-failure.ts";

const failure = (status: number, error?: string, more: object = {}) =>
  readPushFailure(
    new CallError(status, error ?? "?", { ...(error ? { error, message: error } : {}), ...more }),
  );

test("without a connection nobody knows either, and it is said that there is none", () => {
  const message = "Payment failed. Please try again.";
  expect(failure(0)).toEqual({ next: "unheard", message, offline: true });
});

test.each([
  [200, undefined],
  [502, undefined],
  [500, "Something went wrong on our side."],
  [504, "Late"],
])("%s %s: nobody knows whether a prompt was sent", (status, error) => {
  const message = error ? `M-Pesa Error: ${error}` : "Payment failed. Please try again.";
  expect(failure(status, error)).toEqual({ next: "unheard", message });
});

test("every failure but a 401 is 'M-Pesa Error: ' and what the server said", () => {
  for (const status of [400, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504])
    for (const more of [{}, { amount: 1800 }, { orderId: "01K" }, { method: "flutterwave" }])
      for (const said of [PAYMENT_TEXTS.stillChecking, PAYMENT_TEXTS.phoneInUse, "The total has changed."])
        expect(failure(status, said, more).message).toBe(`M-Pesa Error: ${said}`);
  // one of the two fields is enough
  expect(readPushFailure(new CallError(400, "?", { message: "No." })).message).toBe("M-Pesa Error: No.");
  expect(failure(401, PAYMENT_TEXTS.signedOut)).toEqual({ next: "log-in", message: PAYMENT_TEXTS.signedOut });
  expect(failure(401)).toEqual({ next: "log-in", message: PAYMENT_TEXTS.signedOut });
});

test("an earlier prompt lets the next one pass after three minutes, after one when nobody knows whether it was sent", () => {
  const earlier = { id: "ws_CO_1", startedAt: 0, amount: 1501, phone: "2547…678" };
  const unsure = { ...earlier, id: "ATT-01K" };
  expect([earlier, unsure].map((prompt) => stillChecking(prompt).within)).toEqual([180, 60]);
  expect([earlier, unsure].map((prompt) => otherPhone(prompt).within)).toEqual([180, 60]);
  expect([60, 180, 600].map(minutesText)).toEqual(["1 minute", "3 minutes", "10 minutes"]);
});

test("what the server said is shown with its way on", () => {
  expect(failure(502, PAYMENT_TEXTS.refused).next).toBe("till");
  // a prompt may have left, and the answer to it not
  const busy = { next: "busy", message: `M-Pesa Error: ${PAYMENT_TEXTS.busy}` };
  expect(failure(503, PAYMENT_TEXTS.busy)).toEqual(busy);
  expect(failure(429, PAYMENT_TEXTS.phoneBusy, { retryAfter: 60 })).toEqual({
    next: "pause",
    message: `M-Pesa Error: ${PAYMENT_TEXTS.phoneBusy}`,
    seconds: 60,
  });
  expect(failure(429, "Too many wrong codes.", { coupon: "tries", amount: 1601, retryAfter: 60 })).toEqual({
    next: "cart",
    message: "M-Pesa Error: Too many wrong codes.",
    newAmount: 1601,
  });
  expect(failure(429, PAYMENT_TEXTS.manyPhones, { retryAfter: 900 }).next).toBe("till");
  // never the till: the prompt of just now may be paid
  expect(failure(409, PAYMENT_TEXTS.phoneInUse).next).toBe("phone-busy");
  expect(failure(409, PAYMENT_TEXTS.phoneBusy).next).toBe("phone-busy");
  expect(failure(429, PAYMENT_TEXTS.phoneBusy).next).toBe("phone-busy");
  expect(failure(409, PAYMENT_TEXTS.inProgress)).toMatchObject({ next: "other-payment", within: 180 });
  expect(failure(409, PAYMENT_TEXTS.stillChecking)).toMatchObject({ next: "other-payment", within: 600 });
  expect(failure(409, PAYMENT_TEXTS.stillChecking, { method: "mpesa" }).next).toBe("other-payment");
  expect(failure(409, PAYMENT_TEXTS.stillChecking, { method: "flutterwave" }).next).toBe("card-held");
  expect(failure(409, "Some of these items have just sold out.").next).toBe("cart");
  const changed = "The total has changed. Please review your cart.";
  expect(failure(409, changed, { amount: 1800 })).toMatchObject({ next: "cart", newAmount: 1800 });
  expect(failure(409, "Ordered.", { orderId: "01K" }).next).toBe("orders");
  for (const message of [ORDER_TEXTS.inAccount, ORDER_TEXTS.placedBefore])
    expect(failure(409, message)).toEqual({ next: "elsewhere", message });
  const question = "You ordered the same items 4 minutes ago. Order again?";
  expect(failure(409, question, { again: true, orderId: "01K", minutes: 4 })).toEqual({
    next: "ordered-lately",
    message: question,
  });
});
