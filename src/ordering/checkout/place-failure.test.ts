import { expect, test } from "vitest";
import { CallError } from "../../platform/browser/call.ts";
import { ORDER_TEXTS } from "../rules.ts";
import { readFailure } from "./place-failure.tsx";

const failure = (status: number, answer: object = {}) =>
  readFailure(new CallError(status, "Something went wrong. Please try again.", { ...answer }));

test.each([500, 502, 503, 504, 200])("%i without a message is the specification's words", (status) =>
  expect(failure(status)).toEqual({ next: "unheard", message: "Failed to place order" }),
);

test.each([{ message: "" }, { message: null }, { message: 7 }])("%o is no message", (answer) =>
  expect(failure(502, answer).message).toBe("Failed to place order"),
);

test("a request that never arrived says so beside them", () =>
  expect(failure(0)).toEqual({ next: "unheard", message: "Failed to place order", offline: true }));

test("anything else thrown is the same", () =>
  expect(readFailure(new TypeError("x"))).toEqual({ next: "again", message: "Failed to place order" }));

test("what the server said is shown with its way on", () => {
  const said = (status: number, message: string, more: object = {}) => failure(status, { message, ...more });
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
    expect(said(409, message)).toEqual({ next: "elsewhere", message });
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
