import { expect, test } from "vitest";
import { CANCELLED, cardFault, ORDERED, OTHER_TOTAL, PAYMENT_TEXTS, refundMessage } from "./rules.ts";

test.each([
  [{ name: "", email: "a@b.ke", phone: "0712345678" }, PAYMENT_TEXTS.detailsMissing],
  [{ name: "Amina", email: " ", phone: "0712345678" }, PAYMENT_TEXTS.detailsMissing],
  [{ name: "Amina", email: "amina", phone: "0712345678" }, PAYMENT_TEXTS.emailInvalid],
  [{ name: "Amina", email: "amina@duka.ke", phone: "0712345678" }, undefined],
])("card details %o: %s", (details, fault) => expect(cardFault(details)).toBe(fault));

test.each([
  [ORDERED, "You paid twice. We're refunding this payment."],
  [CANCELLED, "We're refunding this payment."],
  [OTHER_TOTAL, "We're refunding this payment."],
])("money that goes back because %s says so: %s", (reason, text) => {
  expect(refundMessage(reason, true)).toBe(text);
});
