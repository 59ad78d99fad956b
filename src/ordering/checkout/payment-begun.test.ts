import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubStorage } from "../../../test/storage.ts";
import { goodsHeld } from "../../cart/checkout-storage.ts";
import { CallError } from "../../platform/browser/call.ts";
import { forgetRefused } from "./checkout-state.ts";
import { mayBePaid, mayBePaidByOther, notePayment } from "./checkout-status.ts";

const [ANN, BEN] = ["a".repeat(43), "b".repeat(43)] as const;
let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage().set("token", ANN);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("the last checkout in which money was asked for, and never a token", () => {
  notePayment("one");
  expect([mayBePaid("one"), mayBePaid("on"), mayBePaid()]).toEqual([true, false, false]);
  expect(stored.get("payment-begun")).not.toContain("a".repeat(9));
});

test("goods may be held for a checkout from there on, until the shop says that they are sold out", () => {
  notePayment("one");
  forgetRefused(new CallError(409, "", { message: "Mic tee (size M): only 1 left." }));
  expect(goodsHeld.read()).toBe("one");
  forgetRefused(new CallError(409, "", { message: "Mic tee (size M): just sold out." }));
  expect(goodsHeld.read()).toBe(null);
});

test("what somebody else has begun, until the shop says that it is one's own", () => {
  notePayment("one");
  expect(mayBePaidByOther("one")).toBe(false);
  stored.set("token", BEN);
  expect([mayBePaidByOther("one"), mayBePaidByOther("two")]).toEqual([true, false]);
  notePayment("one");
  expect(mayBePaidByOther("one")).toBe(false);
  stored.delete("token");
  expect([mayBePaidByOther("one"), mayBePaidByOther("two")]).toEqual([true, false]);
});

test("a payment answered after another log-in is of who asked for it", () => {
  stored.set("token", BEN);
  notePayment("one", ANN);
  expect(mayBePaidByOther("one")).toBe(true);
});
