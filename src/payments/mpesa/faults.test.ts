import fc from "fast-check";
import { expect, test } from "vitest";
import { PAYMENT_TEXTS } from "../rules.ts";
import { readFault } from "./faults.ts";

const envelope = (errorCode: string, errorMessage = "x") => ({ requestId: "1c5b", errorCode, errorMessage });
const gateway = (errorcode: string, faultstring = "x") => ({ fault: { faultstring, detail: { errorcode } } });

test.each([
  [404, envelope("404.001.03", "Invalid Access Token")],
  [400, envelope("400.003.01", "Invalid Access Token")],
  [401, envelope("401.002.01")],
  [401, envelope("401.001")],
  [401, undefined],
  [401, gateway("keymanagement.service.invalid_access_token")],
])("%i %j wants a new token", (status, body) => expect(readFault(status, body)).toEqual({ type: "token" }));

test.each([
  [400, envelope("400.002.02", "Bad Request - Invalid PhoneNumber"), 502, PAYMENT_TEXTS.refused],
  [400, envelope("400.002.05"), 502, PAYMENT_TEXTS.refused],
  [404, envelope("404.001.01"), 502, PAYMENT_TEXTS.refused],
  [404, envelope("404.001.04"), 502, PAYMENT_TEXTS.refused],
  [405, envelope("405.001"), 502, PAYMENT_TEXTS.refused],
  [500, envelope("500.001.1001", "Merchant does not exist"), 502, PAYMENT_TEXTS.refused],
  [500, envelope("500.001.1001", "[MerchantValidate] - Wrong credentials"), 502, PAYMENT_TEXTS.refused],
  [
    500,
    envelope("500.001.1001", "Unable to lock subscriber, a transaction is"),
    409,
    PAYMENT_TEXTS.phoneInUse,
  ],
  [500, envelope("500.003.02", "System is busy. Please try again in few minutes."), 503, PAYMENT_TEXTS.busy],
  [500, envelope("500.003.02", "Error Occurred: Spike Arrest Violation"), 503, PAYMENT_TEXTS.busy],
  [500, envelope("500.003.03", "Quota Violation"), 503, PAYMENT_TEXTS.busy],
  [429, gateway("policies.ratelimit.SpikeArrestViolation"), 503, PAYMENT_TEXTS.busy],
  [500, gateway("policies.ratelimit.QuotaViolation"), 503, PAYMENT_TEXTS.busy],
  [429, undefined, 503, PAYMENT_TEXTS.busy],
  [400, undefined, 502, PAYMENT_TEXTS.refused],
  [403, undefined, 502, PAYMENT_TEXTS.refused],
  [401, gateway("x", "Invalid API call as no apiproduct match found"), 502, PAYMENT_TEXTS.refused],
])("%i %j is refused", (status, body, said, message) =>
  expect(readFault(status, body)).toMatchObject({ type: "refused", status: said, message }),
);

test.each([
  [500, envelope("500.003.1001", "Internal Server Error")],
  [500, envelope("500.001.1001", "The transaction is being processed")],
  [500, envelope("500.001.1001", "")],
  [500, undefined],
  [502, undefined],
  [503, undefined],
  [503, gateway("messaging.adaptors.http.flow.ServiceUnavailable")],
  [408, undefined],
  [302, undefined],
  [200, undefined],
  [200, {}],
])("%i %j says nothing", (status, body) =>
  expect(readFault(status, body)).toMatchObject({ type: "unknown" }),
);

test("no code sent to a browser is one of the gateway's own", () => {
  const fault = readFault(500, envelope("500.001.1001", "Merchant does not exist"));
  expect(fault).toMatchObject({ code: "9999", reason: "500.001.1001" });
});

test("whatever the body, it is read; and why it failed never repeats free text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), fc.jsonValue(), (status, body) => {
      const fault = readFault(status, body);
      if (fault.type !== "token") expect(fault.reason).toMatch(/^[\w.]{1,60}$|^HTTP \d+$/);
    }),
  );
  expect(readFault(500, envelope("of 254700000001!"))).toMatchObject({ reason: "HTTP 500" });
});
