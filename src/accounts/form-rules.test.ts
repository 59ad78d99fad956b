import { expect, test } from "vitest";
import { z } from "zod";
import { emailFault, localPath, looksLikeEmail, newPasswordFaults } from "./form-rules.ts";
import { ACCOUNT_TEXTS } from "./rules.ts";

test.each([
  ["", ACCOUNT_TEXTS.emailMissing],
  ["   ", ACCOUNT_TEXTS.emailMissing],
  ["amina", ACCOUNT_TEXTS.emailInvalid],
  ["amina@duka", ACCOUNT_TEXTS.emailInvalid],
  ["a b@duka.ke", ACCOUNT_TEXTS.emailInvalid],
  [" amina@duka.ke ", undefined],
])("the e-mail %j: %s", (typed, fault) => expect(emailFault(typed)).toBe(fault));

test.each([
  ["wanjiku@example.com", true],
  ["w.njoroge+duka@mail.example.co.ke", true],
  ["o'brien@example.com", true],
  ["wanjiku@example.c", false],
  ["a..b@example.com", false],
  [".a@example.com", false],
  ["a.@example.com", false],
  ["o'@example.com", false],
  ["a@-example.com", false],
  ["a@example..com", false],
  ["a@example.c0m", false],
  ["wanjikũ@example.com", false],
])("%j looks like an e-mail to the form as to the server: %s", (typed, does) => {
  expect(looksLikeEmail(typed)).toBe(does);
  expect(z.email().safeParse(typed).success).toBe(does);
});

test.each([
  ["1234567", "1234567", { password: "Password must be at least 8 characters long" }],
  ["🎙🎙🎙🎙", "🎙🎙🎙🎙", { password: "Password must be at least 8 characters long" }],
  ["12345678", "1234567", { confirmation: "Passwords don't match" }],
  ["12345678", "12345678", {}],
])("a new password %j, again %j (specification §5)", (password, again, faults) =>
  expect(newPasswordFaults({ password, confirmation: again })).toEqual(faults),
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
