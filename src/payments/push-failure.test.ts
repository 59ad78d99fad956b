import { expect, test } from "vitest";
import { CallError } from "../platform/call.ts";
import { readPushFailure } from "./push-failure.tsx";
import { TEXTS } from "./rules.ts";

const failure = (status: number, error?: string, more: object = {}) =>
  readPushFailure(
    new CallError(status, error ?? "?", { ...(error ? { error, message: error } : {}), ...more }),
  );

test.each([
  [0, undefined],
  [200, undefined],
  [502, undefined],
  [500, "Something went wrong on our side."],
  [504, "Late"],
])("%s %s: nobody knows whether a prompt was sent", (status, error) =>
  expect(failure(status, error)).toEqual({ next: "unheard", message: "Payment failed. Please try again." }),
);

test("what the server said is shown with its way on", () => {
  const busy = { next: "till", message: `M-Pesa Error: ${TEXTS.busy}` };
  expect(failure(503, TEXTS.busy)).toEqual(busy);
  expect(failure(429, TEXTS.phoneBusy).next).toBe("till");
  expect(failure(409, TEXTS.phoneInUse).next).toBe("till");
  expect(failure(401, TEXTS.signedOut)).toEqual({ next: "log-in", message: TEXTS.signedOut });
  expect(failure(409, TEXTS.inProgress).next).toBe("other-payment");
  expect(failure(409, TEXTS.stillChecking).next).toBe("other-payment");
  expect(failure(409, TEXTS.stillChecking, { method: "mpesa" }).next).toBe("other-payment");
  expect(failure(409, TEXTS.stillChecking, { method: "flutterwave" }).next).toBe("card-held");
  expect(failure(409, "Some of these items have just sold out.").next).toBe("cart");
  const changed = "The total has changed. Please review your cart.";
  expect(failure(409, changed, { amount: 1800 })).toEqual({
    next: "cart",
    message: changed,
    newAmount: 1800,
  });
  expect(failure(409, "Ordered.", { orderId: "01K" })).toEqual({ next: "orders", message: "Ordered." });
});
