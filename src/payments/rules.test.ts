import { expect, test } from "vitest";
import { cardFault, isMobile, normalisePhone, PAYMENT_TEXTS } from "./rules.ts";

test.each([
  ["0712345678", "254712345678"],
  ["712345678", "254712345678"],
  ["254712345678", "254712345678"],
  ["+254 712 345 678", "254712345678"],
  ["00254712345678", "254712345678"],
  ["0112-345-678", "254112345678"],
])("the phone %j is sent as %s (specification §5)", (typed, sent) => {
  expect(normalisePhone(typed)).toBe(sent);
  expect(normalisePhone(sent)).toBe(sent);
  expect(isMobile(sent)).toBe(true);
});

test.each(["", "0", "07123", "254", "0612345678", "07123456789", "o712345678"])("%j is no mobile", (typed) =>
  expect(isMobile(normalisePhone(typed))).toBe(false),
);

test.each([
  [{ name: "", email: "a@b.ke", phone: "0712345678" }, PAYMENT_TEXTS.detailsMissing],
  [{ name: "Amina", email: " ", phone: "0712345678" }, PAYMENT_TEXTS.detailsMissing],
  [{ name: "Amina", email: "amina", phone: "0712345678" }, PAYMENT_TEXTS.emailInvalid],
  [{ name: "Amina", email: "amina@duka.ke", phone: "0712345678" }, undefined],
])("card details %o: %s", (details, fault) => expect(cardFault(details)).toBe(fault));
