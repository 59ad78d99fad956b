import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "../sign-in/sign-in.ts";
import { forgetOrigin, keepOrigin, readOrigin } from "./sign-up-origin.ts";

afterEach(() => {
  vi.useRealTimers();
  forgetOrigin();
});

test.each([
  ["/place-order", "/place-order"],
  ["/product/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/product/01ARZ3NDEKTSV4RRFFQ69G5FAV"],
  // their order is in the history of one tab; the checkout has the form
  ["/mpesa", "/place-order"],
  ["/flutterwave", "/place-order"],
  ["/mpesa-verification", "/place-order"],
  ["//evil.example", undefined],
  ["https://evil.example", undefined],
  [undefined, undefined],
  [{ pathname: "/" }, undefined],
])("a sign-up that began at %j leads to %s", (from, back) => {
  keepOrigin(from);
  expect(readOrigin()).toBe(back);
});

test("it is kept for 30 days, and gone at a log-out", () => {
  vi.useFakeTimers();
  keepOrigin("/place-order");
  vi.advanceTimersByTime(29 * 86_400_000);
  expect(readOrigin()).toBe("/place-order");
  vi.advanceTimersByTime(2 * 86_400_000);
  expect(readOrigin()).toBeUndefined();
  keepOrigin("/place-order");
  signOut();
  expect(readOrigin()).toBeUndefined();
});
