import { expect, test } from "vitest";
import { cardFault, PAYMENT_TEXTS } from "./rules.ts";

test.each([
  [{ name: "", email: "a@b.ke", phone: "0712345678" }, PAYMENT_TEXTS.detailsMissing],
  [{ name: "Amina", email: " ", phone: "0712345678" }, PAYMENT_TEXTS.detailsMissing],
  [{ name: "Amina", email: "amina", phone: "0712345678" }, PAYMENT_TEXTS.emailInvalid],
  [{ name: "Amina", email: "amina@duka.ke", phone: "0712345678" }, undefined],
])("card details %o: %s", (details, fault) => expect(cardFault(details)).toBe(fault));
