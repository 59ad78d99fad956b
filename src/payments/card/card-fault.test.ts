import { expect, test } from "vitest";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { CallError } from "../../platform/browser/call.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { readCardFault } from "./card-fault.tsx";

const fault = (message: string, more: object = {}) =>
  readCardFault(new CallError(409, message, { message, ...more }));

test("an order of the person signed in here before is never said to have taken no money", () => {
  for (const message of [ORDER_TEXTS.inAccount, ORDER_TEXTS.placedBefore])
    expect(fault(message)).toEqual({ next: "elsewhere", message });
  expect(fault(PAYMENT_TEXTS.stillChecking, { method: "mpesa" }).next).toBe("still-checking");
  expect(fault(ORDER_TEXTS.totalChanged, { amount: 1800 })).toMatchObject({ next: "cart", newAmount: 1800 });
});

test("where codes of coupons are not looked at the total without one is shown; else the same is tried again", () => {
  const said = (more: Record<string, unknown>) => readCardFault(new CallError(429, "Too many.", more)).next;
  expect([said({}), said({ coupon: "tries", amount: 1601 })]).toEqual(["again", "cart"]);
});
