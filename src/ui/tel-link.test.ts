import { expect, test } from "vitest";
import { telLink } from "./tel-link.ts";

test.each([
  ["+254 700 000 000", "tel:+254700000000"],
  ["0712 345 678", "tel:0712345678"],
])("%s is dialled without its spaces", (phone, link) => {
  expect(telLink(phone)).toBe(link);
});
