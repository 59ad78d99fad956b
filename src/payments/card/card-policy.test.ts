import { expect, test } from "vitest";
import { openForCard } from "./card-policy.server.ts";

const POLICY =
  "default-src 'self';script-src 'self';connect-src 'self' https://api.shop.example;form-action 'self'";

test("the policy is opened for the script's origin, and nothing else of it changes", () => {
  expect(openForCard(POLICY, "http://127.0.0.1:4010/v3.js")).toBe(
    [
      "default-src 'self'",
      "script-src 'self' http://127.0.0.1:4010",
      "connect-src 'self' https://api.shop.example http://127.0.0.1:4010",
      "form-action 'self' http://127.0.0.1:4010",
      "frame-src 'self' http://127.0.0.1:4010",
    ].join(";"),
  );
});

test("the live checkout's frame and calls come along with its script only", () => {
  const live = openForCard(POLICY, "https://checkout.flutterwave.com/v3.js");
  expect(live).toContain(
    "frame-src 'self' https://checkout.flutterwave.com https://checkout-v3-ui-prod.f4b-flutterwave.com",
  );
  expect(live).toContain("https://checkout.flutterwave.com https://api.ravepay.co");
  expect(live).toContain("form-action 'self' https://checkout.flutterwave.com;");
  expect(live).toContain("script-src 'self' https://checkout.flutterwave.com;");
});
