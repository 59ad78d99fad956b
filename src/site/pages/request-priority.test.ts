import { expect, test } from "vitest";
import { priorityOf } from "./request-priority.server.ts";

test.each([
  ["/staff", "staff", "high", "normal"],
  ["/staff/orders", "staff", "high", "normal"],
  ["/staff/orders.data", "staff", "high", "normal"],
  ["//api/staff/orders/01K/step", "staff", "high", "normal"],
  ["/staff/sign-in", "staff", "high", "high"],
  ["/staff/sign-in.data", "staff", "high", "high"],
  ["/staff/welcome", "staff", "high", "high"],
  ["/api/staff/sign-in", "staff", "high", "high"],
  ["/api/staff/second-factor", "staff", "high", "high"],
  ["/api/staff/welcome/confirm", "staff", "high", "high"],
  ["/api/staff/sign-in/more", "staff", "high", "normal"],
  ["/staffroom", "normal", "normal", "normal"],
  ["/hooks/card", "critical", "critical", "critical"],
  ["/token/query", "critical", "critical", "critical"],
  ["/token/stkpush", "order", "order", "order"],
  ["/api/payment/status", "critical", "critical", "critical"],
  ["/api/order/placeOrder", "order", "order", "order"],
  ["//api/order/mpesa", "order", "order", "order"],
  ["/api/order/flutterwave", "order", "order", "order"],
  ["/api/order/quote", "normal", "normal", "normal"],
  ["/place-order", "high", "high", "high"],
  ["/place-order.data", "high", "high", "high"],
  ["/api/user/login", "high", "high", "high"],
  ["/collection", "normal", "normal", "normal"],
])("%s is worth %s to staff, %s to who may be, %s to others", (path, known, claimed, none) => {
  expect(priorityOf(path, () => "known")).toBe(known);
  expect(priorityOf(path, () => "claimed")).toBe(claimed);
  expect(priorityOf(path, () => "none")).toBe(none);
});
