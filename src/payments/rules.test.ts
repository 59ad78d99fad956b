import { expect, test } from "vitest";
import { CANCELLED, cardFault, ORDERED, OTHER_TOTAL, PAYMENT_TEXTS, refundMessage } from "./rules.ts";
import { adviceFor, mayStillBePaid } from "./status/advice.ts";

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

const CODES = [1, 2, 3, 4, 8, 17, 26, 1001, 1019, 1025, 1031, 1036, 2001, 2028, 8006, 9999]
  .map(String)
  .concat("SFC_IC0003");

test("each known code has advice of its own beside the specification's text", () => {
  for (const code of CODES) {
    const { message, next } = adviceFor(code);
    expect(message).toBe(`Payment failed (Code: ${code}). Please try again.`);
    expect(next).not.toBe(adviceFor("7777").next);
    expect(next.length).toBeLessThan(240);
  }
  expect(adviceFor("0").message).toBe("Payment confirmed!");
  expect(adviceFor("1032").message).toBe("Payment cancelled by user.");
  expect(adviceFor("1032").next).toBe(adviceFor("1031").next);
  expect(adviceFor("1037").message).toBe(
    "Payment timeout. Please try again or contact support if money was deducted.",
  );
  expect(adviceFor("7777").message).toBe("Payment failed (Code: 7777). Please try again.");
  expect(adviceFor(null).message).toBe("Payment failed. Please try again.");
});

test("money may still come after a timeout or an unknown code, and no other; only then nobody says none was taken", () => {
  for (const code of [...CODES, "1032"]) {
    const late = ["1019", "1036", "1037"].includes(code);
    expect(mayStillBePaid(code)).toBe(late);
    expect(adviceFor(code).next.includes("No money was taken")).toBe(!late);
  }
  for (const code of ["7777", "1037", "constructor", null]) expect(mayStillBePaid(code)).toBe(true);
});
