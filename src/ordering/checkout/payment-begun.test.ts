import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimPayment, forgetPayment, mayBePaid, mayBePaidByOther, notePayment } from "./checkout-status.ts";

const _DAY = 86_400_000;
const [ANN, BEN] = ["a".repeat(43), "b".repeat(43)];
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map([["token", ANN]]);
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a second checkout's payment is recorded beside the first, and forgotten alone", () => {
  notePayment("one", "mpesa");
  notePayment("two", "mpesa");
  expect([mayBePaid("one"), mayBePaid("two")]).toEqual([true, true]);
  forgetPayment("two", "mpesa");
  expect([mayBePaid("one"), mayBePaid("two")]).toEqual([true, false]);
  forgetPayment("one", "mpesa");
  expect(mayBePaid("one")).toBe(false);
  expect(stored.has("payment-begun")).toBe(false);
});

test("a card that was refused says nothing of a prompt in the same checkout", () => {
  notePayment("one", "mpesa");
  notePayment("one", "flutterwave");
  forgetPayment("one", "flutterwave");
  expect(mayBePaid("one")).toBe(true);
});

test("the last twenty; and never a token", () => {
  for (let i = 0; i < 30; i += 1) notePayment(`c${i}`, "cod");
  expect([mayBePaid("c9"), mayBePaid("c10"), mayBePaid("c29")]).toEqual([false, true, true]);
  expect(stored.get("payment-begun")).not.toContain("a".repeat(9));
});

test("what somebody else has begun, until the shop says that it is one's own", () => {
  notePayment("one", "mpesa");
  expect(mayBePaidByOther("one")).toBe(false);
  stored.set("token", BEN ?? "");
  expect([mayBePaidByOther("one"), mayBePaidByOther("two")]).toEqual([true, false]);
  claimPayment("one");
  expect(mayBePaidByOther("one")).toBe(false);
  stored.delete("token");
  expect([mayBePaidByOther("one"), mayBePaidByOther("two")]).toEqual([true, false]);
});
