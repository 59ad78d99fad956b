import { expect, test } from "vitest";
import { kindOf } from "./open-http.server.ts";

test.each([
  ["/staff", "money", "browsing"],
  ["/staff/orders.data", "money", "browsing"],
  ["//api/staff/orders/01K/step", "money", "browsing"],
  ["/staff/sign-in.data", "money", "checkout"],
  ["/api/staff/second-factor", "money", "checkout"],
  ["/api/staff/welcome/confirm", "money", "checkout"],
  ["/api/staff/sign-in/more", "money", "browsing"],
  ["/staffroom", "browsing", "browsing"],
  ["/hooks/card", "money", "money"],
  ["/token/query", "payment", "payment"],
  ["/token/stkpush", "order", "order"],
  ["/api/payment/status", "payment", "payment"],
  ["/api/payment/flutterwave/intent", "order", "order"],
  ["/api/order/placeOrder", "order", "order"],
  ["//api/order/mpesa", "order", "order"],
  ["/api/order/flutterwave", "order", "order"],
  ["/api/order/quote", "browsing", "browsing"],
  ["/place-order.data", "checkout", "checkout"],
  ["/api/user/login", "checkout", "checkout"],
  ["/collection", "browsing", "browsing"],
])("%s is %s with a cookie of staff, %s without", (path, staff, stranger) => {
  expect(kindOf(path, () => true)).toBe(staff);
  expect(kindOf(path, () => false)).toBe(stranger);
});
