import { expect, test } from "vitest";
import { emailFault, localPath, newPasswordFaults } from "./form-rules.ts";
import { TEXTS } from "./rules.ts";

test.each([
  ["", TEXTS.emailMissing],
  ["   ", TEXTS.emailMissing],
  ["amina", TEXTS.emailInvalid],
  ["amina@duka", TEXTS.emailInvalid],
  ["a b@duka.ke", TEXTS.emailInvalid],
  [" amina@duka.ke ", undefined],
])("the e-mail %j: %s", (typed, fault) => expect(emailFault(typed)).toBe(fault));

test.each([
  ["1234567", "1234567", { password: "Password must be at least 8 characters long" }],
  ["🎙🎙🎙🎙", "🎙🎙🎙🎙", { password: "Password must be at least 8 characters long" }],
  ["12345678", "1234567", { confirmation: "Passwords don't match" }],
  ["12345678", "12345678", {}],
])("a new password %j, again %j (specification §5)", (password, again, faults) =>
  expect(newPasswordFaults(password, again)).toEqual(faults),
);

test.each([
  ["/place-order", "/place-order"],
  ["/orders?page=2", "/orders?page=2"],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["https://evil.example", undefined],
  ["javascript:alert(1)", undefined],
  [undefined, undefined],
])("after login, %j leads to %s", (from, path) => expect(localPath(from)).toBe(path));
